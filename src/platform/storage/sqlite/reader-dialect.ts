/** Kysely over the reading threads, for reads alone. Queries are compiled here and run there. */
import type { SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ReaderClient } from './reader-client.ts';

export function readerDialect(reader: ReaderClient): Dialect {
  return {
    createAdapter: () => new ReaderAdapter(),
    createDriver: () => new ReaderDriver(reader),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Several threads read in parallel. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReaderDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(reader: ReaderClient) {
    super();
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const rows = await reader.read(sql, parameters as readonly SQLInputValue[]);
        return { rows: rows as R[] };
      },
      // biome-ignore lint/correctness/useYield: streams nothing, and the interface requires a generator.
      async *streamQuery() {
        throw new Error('the reading thread answers with all rows at once');
      },
    };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}
