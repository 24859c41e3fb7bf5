/** A PostgreSQL database as an end of a copy. */
import type pg from 'pg';
import { MARK, SHORT_LIVED } from '../database-snapshot.ts';
import { openPool, type PostgresSettings } from '../postgres/open-pool.ts';
import { isIncompleteDatabase, openIncomingPostgres } from '../postgres/postgres-snapshot.ts';
import { pendingPostgresMigrations } from '../postgres/postgres-store.ts';
import {
  type CopySide,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  orderOf,
  quoted,
  type Row,
  whereOf,
} from './copy-side.ts';

/** PostgreSQL takes 65,535 parameters in a statement. */
const MAX_PARAMETERS = 60_000;

export async function openPostgresSource(settings: PostgresSettings): Promise<CopySource> {
  const { client, side } = await connect(settings);
  return {
    ...side,
    pending: () => pendingPostgresMigrations(settings),
    pauseWrites: async () => {
      await client.query('begin');
      const tables = await side.tables();
      await client.query(`lock table ${quoted(tables.map(({ name }) => name))} in exclusive mode`);
    },
  };
}

/** Throws where the database has tables already, unless `resume` and a copy into it was begun. */
export async function openPostgresTarget(
  settings: PostgresSettings,
  resume: boolean,
  migrations: readonly string[],
): Promise<CopyTarget> {
  const probe = openPool({ ...settings, connections: 1 });
  const isBegun = await isIncompleteDatabase(probe).finally(() => probe.end());
  if (!(isBegun && resume)) {
    const incoming = await openIncomingPostgres(settings, migrations);
    await incoming.keep();
    await incoming.close();
  }
  const { client, side } = await connect(settings);
  const tables = await side.tables();
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  return {
    ...side,
    replace: async (table, range, rows) => {
      await client.query('begin');
      try {
        const { sql, values } = whereOf(table, range, (position) => `$${position}`);
        await client.query(`delete from "${table.name}"${sql}`, values as unknown[]);
        const rowsAtOnce = Math.max(1, Math.floor(MAX_PARAMETERS / table.columns.length));
        for (let from = 0; from < rows.length; from += rowsAtOnce)
          await insert(client, table, rows.slice(from, from + rowsAtOnce));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    finish: async () => {
      for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
      await client.query(`drop table ${MARK}`);
      await client.query('analyze');
    },
  };
}

async function insert(client: pg.PoolClient, table: CopyTable, rows: readonly Row[]): Promise<void> {
  let position = 0;
  const places = rows.map((row) => `(${row.map(() => `$${++position}`).join(', ')})`);
  const values = rows.flat().map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
  await client.query(
    `insert into "${table.name}" (${quoted(table.columns)}) values ${places.join(', ')}`,
    values,
  );
}

async function connect(settings: PostgresSettings) {
  const pool = openPool({ ...settings, connections: 1, statementTimeoutMs: 0 });
  const client = await pool.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  const { host, pathname } = new URL(settings.url);
  const side: CopySide = {
    name: `${host}${pathname}`,
    tables: () => tablesOf(client),
    read: async (table, range, limit) => {
      const { sql, values } = whereOf(table, range, (position) => `$${position}`);
      const { rows } = await client.query({
        text: `select ${quoted(table.columns)} from "${table.name}"${sql}${orderOf(table)} limit ${limit}`,
        values: values as unknown[],
        rowMode: 'array',
      });
      return rows;
    },
    close: async () => {
      client.release(true);
      await pool.end();
    },
  };
  return { client, side };
}

async function tablesOf(client: pg.PoolClient): Promise<readonly CopyTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(`
    select t.tablename as name,
      (select array_agg(column_name::text order by column_name::text collate "C") from information_schema.columns
        where table_schema = t.schemaname and table_name = t.tablename and is_generated = 'NEVER') as columns,
      (select array_agg(attname::text order by array_position(indkey::int2[], attnum)) from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = format('%I.%I', t.schemaname, t.tablename)::regclass and indisprimary) as key
    from pg_tables t where t.schemaname = current_schema()
    order by exists (
      select from pg_constraint
      where contype = 'f' and conrelid = format('%I.%I', t.schemaname, t.tablename)::regclass
    ), t.tablename collate "C"
  `);
  return rows
    .filter(({ name }) => !name.startsWith('kysely_') && name !== MARK && !SHORT_LIVED.has(name))
    .map(({ name, columns, key }) => ({ name, columns, key: key.map((column) => columns.indexOf(column)) }));
}
