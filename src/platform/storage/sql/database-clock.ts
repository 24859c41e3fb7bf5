/** The clock of the database, by which servers on several machines agree. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.generated.ts';
import { runsSideBySide } from './transaction-locks.ts';

/** Epoch milliseconds. */
export const databaseNowMs = (db: Kysely<Tables>) =>
  runsSideBySide(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
