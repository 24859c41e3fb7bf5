/** New databases with all tables already in them, because to migrate one takes longer than most tests. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';

/** The bytes of a database without rows; made once per process. */
let template: Promise<Buffer> | undefined;

/** Does nothing where the file exists. Databases of one process have the same secret for marks of people. */
export async function writeMigratedDatabase(file: string): Promise<void> {
  template ??= makeTemplate();
  const bytes = await template;
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600 });
}

/** A store on a new database. Its commits do not wait for the disk. */
export async function openNewStore(file: string): Promise<Store> {
  await writeMigratedDatabase(file);
  return openSqliteStore({ file, synchronous: 'normal' });
}

async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-template-'));
  try {
    const file = join(folder, 'counterpart.sqlite');
    await (await openSqliteStore({ file, synchronous: 'normal' })).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
