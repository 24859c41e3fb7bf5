/**
 * Kills the command that brings the data folder of an early version up to date, three times. The next opening
 * ends the work, and the database has the tables and numbers of rows of an undisturbed one.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseFile, openStoreAndAccounts } from '../../src/composition/open-store.ts';
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { ownEnvironment } from '../../test/running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TRIES = 3;

const migrate = (data: string) => [
  '--disable-warning=ExperimentalWarning',
  `${root}src/main.ts`,
  'migrate',
  '--data',
  data,
];

/** `folder`: an empty one. Faults in words. */
export async function killDuringMigration(folder: string, random: SeededRandom): Promise<readonly string[]> {
  const [killed, undisturbed] = [join(folder, 'killed'), join(folder, 'undisturbed')] as const;
  for (const data of [killed, undisturbed]) {
    mkdirSync(data, { recursive: true });
    execFileSync('tar', ['xzf', `${root}test/fixtures/data-folder-d2c3a40.tar.gz`, '-C', data]);
  }
  const began = performance.now();
  execFileSync(process.execPath, migrate(undisturbed), { stdio: 'ignore', env: ownEnvironment });
  const tookMs = performance.now() - began;
  for (let n = 0; n < TRIES; n++) await migrateAndKill(killed, random.uniform() * tookMs);
  return compare(await contentOf(killed), await contentOf(undisturbed));
}

async function migrateAndKill(data: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, migrate(data), { stdio: 'ignore', env: ownEnvironment });
  const exit = once(child, 'exit');
  await Promise.race([exit, sleep(afterMs)]);
  child.kill('SIGKILL');
  await exit;
}

/** Opening carries out the steps that are left. */
async function contentOf(data: string) {
  const { store, close } = await openStoreAndAccounts({ data });
  const faults = await store.verify();
  await close();
  const database = new DatabaseSync(databaseFile({ data }), { readOnly: true });
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
      .map(({ name }) => String(name));
    const rows = tables.map((table) => {
      const { count } = database.prepare(`select count(*) as count from "${table}"`).get()!;
      return `${table}: ${count} rows`;
    });
    return { faults, rows };
  } finally {
    database.close();
  }
}

function compare(
  killed: Awaited<ReturnType<typeof contentOf>>,
  undisturbed: Awaited<ReturnType<typeof contentOf>>,
): readonly string[] {
  const missing = undisturbed.rows.filter((line) => !killed.rows.includes(line));
  return [...killed.faults, ...missing.map((line) => `after a killed migration there is not «${line}»`)];
}
