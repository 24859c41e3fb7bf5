/**
 * Snapshots of a PostgreSQL database: the rows of all tables in one transaction, as COPY writes them. It
 * needs no program of PostgreSQL, and works with every version of the server.
 */
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type DatabaseSnapshot, type IncomingDatabase, MARK, SHORT_LIVED } from '../database-snapshot.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPool, type PostgresSettings } from './open-pool.ts';

export async function takePostgresSnapshot(settings: PostgresSettings): Promise<DatabaseSnapshot> {
  const { client, close } = await connect(settings);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: steps } = await client.query('select name from kysely_migration order by name');
    const files = [];
    for (const table of await tablesOf(client)) {
      const { columns, key } = await describe(client, table);
      files.push({
        name: `tables/${table}`,
        form: 'lines' as const,
        columns,
        read: () =>
          client.query(
            copyTo(`copy (select ${quoted(columns)} from ${quoted([table])}${inOrderOf(key)}) to stdout`),
          ),
      });
    }
    return { kind: 'postgres', migrations: steps.map(({ name }) => String(name)), files, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether a restore or a copy into the database did not end. */
export async function isIncompleteDatabase(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query('select to_regclass($1) is not null as found', [MARK]);
  return rows[0]?.found === true;
}

/**
 * Throws where the database has tables of another copy already. `migrations`: the migrations that its tables
 * are to have.
 */
export async function openIncomingPostgres(
  settings: PostgresSettings,
  migrations: readonly string[],
): Promise<IncomingDatabase> {
  const { client, pool, close } = await connect(settings);
  try {
    const { rows } = await client.query('select to_regclass($1) is not null as found', [MARK]);
    const before = await client.query(`select tablename from pg_tables where schemaname = current_schema()`);
    if (rows[0]?.found !== true && before.rows.length > 0)
      throw new Error('The database has tables already. Give an empty one.');
    await client.query(`create table if not exists ${MARK} (started_at timestamptz not null default now())`);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    await migratePostgres(db, migrations.at(-1));
    await client.query('begin');
    const tables = await tablesOf(client);
    for (const table of tables) await client.query(`alter table ${quoted([table])} disable trigger user`);
    await client.query(`truncate ${quoted(tables)}`);
    return {
      fill: async ({ name, columns, read }) => {
        const table = name.replace(/^tables\//, '');
        if (!tables.includes(table)) throw new Error(`the database has no table «${table}»`);
        await pipeline(
          read(),
          client.query(copyFrom(`copy ${quoted([table])} (${quoted(columns)}) from stdin`)),
        );
      },
      keep: async () => {
        for (const table of tables) await client.query(`alter table ${quoted([table])} enable trigger user`);
        await client.query('commit');
        await client.query('analyze');
      },
      finish: async () => {
        await client.query(`drop table ${MARK}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(settings: PostgresSettings) {
  const pool = openPool({ ...settings, connections: 2, statementTimeoutMs: 0 });
  const client = await pool.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  const close = async () => {
    // The transaction ends with the connection.
    client.release(true);
    await pool.end();
  };
  return { client, pool, close };
}

/** Tables with foreign keys come after the others, which they refer to. */
async function tablesOf(client: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select tablename as name from pg_tables where schemaname = current_schema()
     order by exists (
       select from pg_constraint where contype = 'f' and conrelid = format('%I.%I', schemaname, tablename)::regclass
     ), tablename collate "C"`,
  );
  const names = rows.map(({ name }) => String(name));
  return names.filter((name) => !name.startsWith('kysely_') && name !== MARK && !SHORT_LIVED.has(name));
}

async function describe(client: pg.PoolClient, table: string) {
  const { rows: columns } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const { rows: key } = await client.query(
    `select attname as name from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = to_regclass($1) and indisprimary order by array_position(indkey::int2[], attnum)`,
    [table],
  );
  return { columns: columns.map(({ name }) => String(name)), key: key.map(({ name }) => String(name)) };
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const inOrderOf = (key: readonly string[]) => (key.length === 0 ? '' : ` order by ${quoted(key)}`);
