/**
 * The tables of PostgreSQL: the version before can read them, and they suit a distributed database (Citus).
 */
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMigrations } from '../migrations/migrate.ts';
import { inDatabase, withDatabase } from '../testing/postgres-under-test.ts';
import { shapeOf, takenAway } from '../testing/taken-away.ts';
import { migratePostgres } from './migrate-postgres.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const name = `tables_${randomUUID().replaceAll('-', '')}`;
/** The migration that a new database begins with. */
const BASELINE = '0021-calibrations';
let pool: pg.Pool;
let db: Kysely<never>;

beforeAll(async () => {
  await inDatabase(cluster, (client) => client.query(`create database ${name}`));
  pool = new pg.Pool({ connectionString: withDatabase(cluster, name), max: 2 });
  db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`));
});

test('after each step the tables are as they were, with more', async () => {
  await migratePostgres(db, BASELINE);
  for (const step of knownMigrations().filter((each) => each > BASELINE)) {
    const before = await shapeOf(db);
    await migratePostgres(db, step);
    expect(takenAway(before, await shapeOf(db)), step).toEqual([]);
  }
});

/** Small tables without a tenant, and those whose rows are found without one. */
const ofNoTenant = [
  'api_keys',
  'console_links',
  'console_sessions',
  'counters',
  'encoder_roles',
  'job_kinds',
  'kysely_migration',
  'kysely_migration_lock',
  'replicas',
  'secrets',
];

test('every key begins with the tenant, and so does every foreign key; there is no sequence', async () => {
  await migratePostgres(db);
  const { rows: keys } = await pool.query(`
    select relname as "table", array_agg(attname::text order by array_position(indkey::int2[], attnum)) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisunique and relnamespace = current_schema()::regnamespace
    group by indexrelid, relname`);
  const others = keys.filter(({ columns }) => columns[0] !== 'tenant_id').map(({ table }) => table);
  // The names of workspaces are unique over all of them.
  expect([...new Set(others)].sort()).toEqual([...ofNoTenant, 'tenants'].sort());
  const { rows: foreign } = await pool.query(
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  for (const { text } of foreign)
    expect(text).toMatch(/^FOREIGN KEY \(tenant_id, .*\) REFERENCES \w+\(tenant_id, /);
  const { rows: sequences } = await pool.query(
    `select relname from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  );
  expect(sequences).toEqual([]);
});
