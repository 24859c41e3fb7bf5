/**
 * Rows of a table of PostgreSQL in the order of a column that only grows, and of a unique column behind it. A row
 * that changes is read again where the change moves the column. Deleted rows are not seen, nor rows that become
 * visible behind the position: transactions that commit late are for logical replication.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { postgresTypes } from './postgres-rows.ts';
import type { Source, SourceRecord } from './source.ts';

interface PolledTable {
  readonly url: string;
  readonly table: string;
  readonly cursor: string;
  readonly key: string;
  readonly everyMs: number;
}

/** Both as PostgreSQL writes them. */
const Position = z.object({ cursor: z.string(), key: z.string() });
const MOST_COUNTED = 100_000;

export function postgresSource({ url, table, cursor, key, everyMs }: PolledTable): Source {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    types: postgresTypes,
    options: '-c TimeZone=UTC -c DateStyle=ISO',
  });
  // A connection that breaks while it is idle is replaced; its error must not end the process.
  pool.on('error', () => undefined);
  const [from, c, k] = [
    table.split('.').map(pg.escapeIdentifier).join('.'),
    pg.escapeIdentifier(cursor),
    pg.escapeIdentifier(key),
  ];
  const after = (position: z.infer<typeof Position> | null) =>
    position === null
      ? { where: `${c} is not null`, values: [] }
      : { where: `(${c}, ${k}) > ($1, $2)`, values: [position.cursor, position.key] };
  return {
    kind: 'postgres',
    close: () => pool.end(),
    async *batches(given, { batchSize, once, signal }) {
      let position = given === null ? null : Position.parse(given);
      while (!signal.aborted) {
        const { where, values } = after(position);
        const { rows } = await pool.query(
          `select *, ${c}::text as "$cursor", ${k}::text as "$key" from ${from} where ${where} order by ${c}, ${k} limit ${batchSize}`,
          values,
        );
        const records = rows.map(
          ({ $cursor, $key, ...row }): SourceRecord => ({ id: `${$key}@${$cursor}`, row }),
        );
        const last = rows.at(-1);
        if (last !== undefined) position = { cursor: last.$cursor, key: last.$key };
        yield { records, position, lag: await countAfter(position) };
        if (rows.length === batchSize) continue;
        if (once) return;
        await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };

  async function countAfter(position: z.infer<typeof Position> | null): Promise<number> {
    const { where, values } = after(position);
    const counted = await pool.query(
      `select count(*)::int as n from (select 1 from ${from} where ${where} limit ${MOST_COUNTED}) left_to_read`,
      values,
    );
    return counted.rows[0].n;
  }
}
