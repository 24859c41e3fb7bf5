/** A store with a temporary database of its own. */
import type { Store } from '../store.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** A second store on the same database, as in another process. */
  readonly another: Store;
  /** Rows of a SQL query that bypasses the store. Parameters are written `?`. */
  query(
    statement: string,
    ...parameters: (string | number | null)[]
  ): Promise<readonly Record<string, unknown>[]>;
  /** The names of all tables but those of the migrations. */
  tables(): Promise<readonly string[]>;
  /** Restores the state of a new database. */
  empty(): Promise<void>;
  dispose(): Promise<void>;
}
