/**
 * Snapshots of the embedded database: SQLite's online backup, which neither waits for writers nor stops them.
 */
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { DatabaseSnapshot, IncomingDatabase } from '../database-snapshot.ts';

const FILE = 'counterpart.sqlite';
const READ_PIECE = 1024 * 1024;
/** All pages in one step: a copy in steps would begin again with every write of another process. */
const ALL_PAGES = 2 ** 31 - 1;

/** `scratch`: a folder for a copy as large as the database. */
export async function takeSqliteSnapshot(file: string, scratch: string): Promise<DatabaseSnapshot> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const copy = join(scratch, `backup-${process.pid}-${Date.now()}.sqlite`);
  const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } catch (error) {
    removeDatabase(copy);
    throw error;
  } finally {
    source.close();
  }
  return {
    kind: 'sqlite',
    migrations: migrationsOf(copy),
    files: [
      {
        name: FILE,
        form: 'pages',
        columns: [],
        read: () => createReadStream(copy, { highWaterMark: READ_PIECE }),
      },
    ],
    close: async () => removeDatabase(copy),
  };
}

/** Whether a restore or a copy into the file did not end. */
export function isIncompleteFile(file: string): boolean {
  return existsSync(markOf(file));
}

/** Throws where there is a database already. */
export function openIncomingFile(file: string): IncomingDatabase {
  if (existsSync(file) && !isIncompleteFile(file))
    throw new Error(`There is a database at ${file} already. Give a folder without one.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(markOf(file), 'A restore or a copy into this database has not ended.\n', { mode: 0o600 });
  removeDatabase(file);
  return {
    fill: async ({ read }) => {
      const partial = `${file}.partial`;
      const handle = await open(partial, 'w', 0o600);
      try {
        for await (const piece of read()) await handle.write(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, file);
    },
    keep: async () => undefined,
    finish: () => rm(markOf(file)),
    close: async () => undefined,
  };
}

const markOf = (file: string) => `${file}.incomplete`;

function migrationsOf(file: string): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('select name from kysely_migration order by name').all();
    return rows.map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
