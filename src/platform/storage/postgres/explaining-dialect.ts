/** Kysely's dialect for PostgreSQL, whose errors say whether a retry may help. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { explainStatementError } from './postgres-errors.ts';

export class ExplainingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new ExplainingDriver(new PostgresDialect({ pool: this.#pool }).createDriver());
  }
}

async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explainStatementError(error);
  }
}

class ExplainingDriver implements Driver {
  readonly #driver: Driver;
  readonly #known = new WeakMap<DatabaseConnection, ExplainingConnection>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await explained(this.#driver.acquireConnection());
    const known = this.#known.get(connection) ?? new ExplainingConnection(connection);
    this.#known.set(connection, known);
    return known;
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return explained(this.#driver.beginTransaction(inner(connection), settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return explained(this.#driver.commitTransaction(inner(connection)));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return explained(this.#driver.rollbackTransaction(inner(connection)));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(inner(connection));
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

const inner = (connection: DatabaseConnection) => (connection as ExplainingConnection).connection;

class ExplainingConnection implements DatabaseConnection {
  readonly connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.connection = connection;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return explained(this.connection.executeQuery<Row>(query));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery<Row>(query, chunkSize as number);
  }
}
