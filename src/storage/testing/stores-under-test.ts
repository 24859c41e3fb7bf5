/** The stores that the contract tests loop over. Each has a temporary database of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** A second store on the same database, as in another process. */
  readonly another: Store;
  /** Rows of a SQL query that bypasses the store. Parameters are written `?`. */
  query(statement: string, ...parameters: (string | number | null)[]): readonly Record<string, unknown>[];
  /** Restores the state of a new database. */
  empty(): void;
  dispose(): Promise<void>;
}

export const storesUnderTest: readonly { readonly name: string; open(): Promise<StoreUnderTest> }[] = [
  { name: 'SQLite', open: openSqlite },
];

async function openSqlite(): Promise<StoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-store-'));
  const file = join(folder, 'counterpart.sqlite');
  const store = await openSqliteStore({ file, synchronous: 'normal' });
  const another = await openSqliteStore({ file, synchronous: 'normal' });
  const side = new DatabaseSync(file);
  const query: StoreUnderTest['query'] = (statement, ...parameters) =>
    side.prepare(statement).all(...parameters);
  return {
    store,
    another,
    query,
    empty: () => {
      for (const { name } of query(`select name from sqlite_schema where type = 'table'`)) {
        if (String(name).startsWith('kysely_')) continue;
        side.exec(name === 'counters' ? 'update counters set value = 0' : `delete from "${String(name)}"`);
      }
    },
    dispose: async () => {
      side.close();
      await Promise.all([store.close(), another.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
