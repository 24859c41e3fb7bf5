/** A SQL database as `sql-store.ts` uses it: read handles, write transactions, and dialect differences. */
import type { Expression, Kysely, SqlBool } from 'kysely';
import type { Clauses } from '../../../domains/filter.ts';
import type { JobSignals } from '../job-signals.ts';
import type { RateStore } from '../rate-store.ts';
import type { ReplicaStore } from '../replica-store.ts';
import type { CounterReader } from './counter-reader.ts';
import type { ShortFields } from './people/list-profiles.ts';
import type { Tables } from './tables.generated.ts';
import type { RunWrite } from './write-operations.ts';

export interface SqlStoreParts {
  readonly db: Kysely<Tables>;
  /**
   * The same database, read by other threads, which costs a message but does not block the calling thread.
   */
  readonly readers: Kysely<Tables>;
  readonly write: RunWrite;
  readonly counters: CounterReader;
  readonly compileClauses: (clauses: Clauses) => Expression<SqlBool>;
  readonly shortFields: ShortFields;
  readonly jobSignals: JobSignals | null;
  readonly rates: RateStore | null;
  readonly replicas: ReplicaStore | null;
  readonly ping: () => Promise<boolean>;
  readonly verify: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}
