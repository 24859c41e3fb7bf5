/** The embedded database as an end of a copy. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { MARK } from '../database-snapshot.ts';
import { openIncomingFile } from '../sqlite/sqlite-snapshot.ts';
import { openSqliteStore, pendingSqliteMigrations } from '../sqlite/sqlite-store.ts';
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

const TIMEOUT_MS = 60_000;

export function openSqliteSource(file: string): CopySource {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  return {
    ...sideOf(database, file),
    pending: () => pendingSqliteMigrations({ file }),
    // The write lock: writers of other processes wait for it.
    pauseWrites: async () => database.exec('begin immediate'),
  };
}

/** Throws where there is a database already, unless `resume` and a copy into it was begun. */
export async function openSqliteTarget(file: string, resume: boolean): Promise<CopyTarget> {
  const isBegun = existsSync(`${file}.incomplete`) && existsSync(file);
  const incoming = isBegun && resume ? null : openIncomingFile(file);
  if (incoming !== null) await (await openSqliteStore({ file, incoming: true })).close();
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  withoutTriggers(database);
  const transaction = (work: () => void) => {
    database.exec('begin immediate');
    try {
      work();
      database.exec('commit');
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  };
  return {
    ...sideOf(database, file),
    replace: async (table, range, rows) =>
      transaction(() => {
        const { sql, values } = whereOf(table, range, () => '?');
        database.prepare(`delete from "${table.name}"${sql}`).run(...inputs(values));
        const places = table.columns.map(() => '?').join(', ');
        const insert = database.prepare(
          `insert into "${table.name}" (${quoted(table.columns)}) values (${places})`,
        );
        for (const row of rows) insert.run(...inputs(row));
      }),
    finish: async () => {
      transaction(() => {
        for (const { sql } of database.prepare(`select sql from ${MARK}`).all()) database.exec(String(sql));
        database.exec(`drop table ${MARK}`);
      });
      database.exec('pragma wal_checkpoint(truncate); analyze');
      await rm(`${file}.incomplete`);
    },
  };
}

/** Triggers would count copied rows a second time. Their text stays in the table of the mark. */
function withoutTriggers(database: DatabaseSync): void {
  database.exec('begin immediate');
  database.exec(`create table if not exists ${MARK} (sql text not null)`);
  const triggers = database.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all();
  for (const { name, sql } of triggers) {
    database.prepare(`insert into ${MARK} (sql) values (?)`).run(String(sql));
    database.exec(`drop trigger "${name}"`);
  }
  database.exec('commit');
}

function sideOf(database: DatabaseSync, name: string): CopySide {
  return {
    name,
    tables: async () => tablesOf(database),
    read: async (table, range, limit) => {
      const { sql, values } = whereOf(table, range, () => '?');
      const statement = database.prepare(
        `select ${quoted(table.columns)} from "${table.name}"${sql}${orderOf(table)} limit ${limit}`,
      );
      return statement
        .all(...inputs(values))
        .map((row) => table.columns.map((column) => row[column])) as Row[];
    },
    close: async () => database.close(),
  };
}

function tablesOf(database: DatabaseSync): readonly CopyTable[] {
  const names = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
       order by exists (select 1 from pragma_foreign_key_list(sqlite_schema.name)), name`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== MARK);
  return names.map((name) => {
    const columns = database.prepare('select name, pk from pragma_table_info(?) order by name').all(name);
    const key = columns
      .map(({ pk }, position) => ({ pk: Number(pk), position }))
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk);
    return {
      name,
      columns: columns.map((column) => String(column.name)),
      key: key.map(({ position }) => position),
    };
  });
}

const inputs = (values: Row) => values as readonly SQLInputValue[];
