/** Rows of a table of PostgreSQL, polled by a column and by logical replication, under kill -9. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDatabase, withDatabase } from '../../../src/platform/storage/testing/postgres-under-test.ts';
import { temporaryFolder } from '../../../src/platform/testing/temporary-folder.ts';
import { keepLedger, ledgerRow } from './connector-ledger.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
let folder: ReturnType<typeof temporaryFolder>;
let name: string;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  folder = temporaryFolder();
  name = `shop_${randomUUID().replaceAll('-', '')}`;
  url = withDatabase(cluster, name);
  await inDatabase(cluster, (client) => client.query(`create database ${name}`));
  pool = new pg.Pool({ connectionString: url, max: 2 });
  await pool.query('create table views (n bigint primary key, who text, thing text, at text)');
  await pool.query('create table other (n bigint)');
});
afterEach(async () => {
  await pool.end();
  await inDatabase(cluster, async (client) => {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = $1 and not active',
      [name],
    );
    await client.query(`drop database ${name} with (force)`);
  });
  folder.remove();
});

/** Some transactions of many rows, and some of one, with changes of another table between them. */
async function insert(from: number, to: number): Promise<void> {
  for (let at = from; at < to; ) {
    const many = Math.min(to - at, at % 3 === 0 ? 1 : 70);
    const rows = Array.from({ length: many }, (_, n) => ledgerRow(at + n));
    await pool.query(
      'insert into views select * from json_to_recordset($1) as r(n bigint, who text, thing text, at text)',
      [JSON.stringify(rows)],
    );
    await pool.query('insert into other values (1)');
    at += many;
  }
}

test('polled by a column', { timeout: 300_000 }, () =>
  keepLedger({
    folder: folder.path,
    rows: 1500,
    source: { postgres: { url, table: 'views', cursor: 'n', key: 'n', every_seconds: 0.1 } },
    feed: insert,
  }),
);

test('by logical replication', { timeout: 300_000 }, async () => {
  await pool.query('create publication shop for table views');
  let fed = '0/0';
  await keepLedger({
    folder: folder.path,
    rows: 1500,
    source: { replication: { url, publication: 'shop', slot: name.slice(0, 40), every_seconds: 0.2 } },
    feed: async (from, to) => {
      await insert(from, to);
      fed = (await pool.query('select pg_current_wal_lsn() as at')).rows[0].at;
    },
    isReady: async () => {
      // The slot is listed while it waits for transactions of others, and has none of the rows before it is made.
      const { rows } = await pool.query(
        'select 1 from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn is not null',
        [name.slice(0, 40)],
      );
      return rows.length > 0;
    },
  });
  // The server need keep no rows for the slot that were fed.
  const { rows } = await pool.query(
    'select confirmed_flush_lsn >= $2::pg_lsn as is_confirmed from pg_replication_slots where slot_name = $1',
    [name.slice(0, 40), fed],
  );
  expect(rows[0].is_confirmed).toBe(true);
});
