/**
 * The stores that the contract tests loop over. Each has a temporary database of its own. `npm test` runs
 * them on SQLite, `npm run test:postgres`, which starts a cluster, on PostgreSQL alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { openNewStore } from './migrated-database.ts';
import { MADE_BY_MIGRATION, openPostgresUnderTest } from './postgres-under-test.ts';
import type { StoreUnderTest } from './store-under-test.ts';

interface StoreKind {
  readonly name: string;
  /** Whether distances in filters equal those of JavaScript in the last bit. */
  readonly exactDistances: boolean;
  /**
   * The number of runs that are drawn of a property. PostgreSQL gets a third, because a run takes ten times
   * as long, and only has to show that the statements mean the same there.
   */
  runs(usual: number): number;
  open(): Promise<StoreUnderTest>;
}

const { COUNTERPART_TEST_POSTGRES_URL: cluster } = process.env;

export const storesUnderTest: readonly StoreKind[] =
  cluster === undefined
    ? [{ name: 'SQLite', exactDistances: true, runs: (usual) => usual, open: openSqlite }]
    : [
        {
          name: 'PostgreSQL',
          exactDistances: false,
          runs: (usual) => Math.ceil(usual / 3),
          open: () => openPostgresUnderTest(cluster),
        },
      ];

async function openSqlite(): Promise<StoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-store-'));
  const file = join(folder, 'counterpart.sqlite');
  const store = await openNewStore(file);
  const another = await openSqliteStore({ file, synchronous: 'normal' });
  // The stores may hold the lock just now.
  const side = new DatabaseSync(file, { timeout: 5000 });
  const query: StoreUnderTest['query'] = async (statement, ...parameters) =>
    side.prepare(statement).all(...parameters);
  const tables = async () => {
    const found = await query(`select name from sqlite_schema where type = 'table'`);
    return found.map(({ name }) => String(name)).filter((name) => !name.startsWith('kysely_'));
  };
  return {
    store,
    another,
    query,
    tables,
    empty: async () => {
      // The log refuses to lose an entry above the anchor of its chain.
      side.exec('update audit_chains set anchor_number = number');
      for (const name of await tables())
        if (!['counters', 'secrets'].includes(name)) side.exec(`delete from "${name}"`);
      side.exec('update counters set value = 0');
      side.exec(`delete from secrets where name <> '${MADE_BY_MIGRATION}'`);
    },
    dispose: async () => {
      side.close();
      await Promise.all([store.close(), another.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
