/**
 * Kysely over node:sqlite. Kysely's own SQLite driver expects a database in the shape of better-sqlite3; this
 * file provides one, with two differences.
 *
 * Prepared statements are cached. Transactions begin IMMEDIATE, because a deferred one that reads before it
 * writes fails at once, without waiting, when another process has written in between.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { addSqlFunctions } from './sql-functions.ts';

const PREPARED_STATEMENTS = 200;

interface DialectOptions {
  /**
   * false: Kysely begins no transaction on the handle, so its queries need not wait for one another. Default:
   * it may begin some.
   */
  readonly transactions?: false;
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: { readonly database: SqliteDatabase };
  readonly #hasTransactions: boolean;

  constructor(database: DatabaseSync, { transactions }: DialectOptions = {}) {
    addSqlFunctions(database);
    const config = { database: new PreparedDatabase(database) };
    super(config);
    this.#config = config;
    this.#hasTransactions = transactions !== false;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return this.#hasTransactions ? new TransactionalDdlAdapter() : new UnlockedAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls back table definitions too, so a failed migration leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely locks the connection of a handle with one connection; there is still one. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PreparedDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  /** Keyed by SQL text, least recently used first. */
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.#statements.get(sql) ?? new PreparedStatement(this.#database.prepare(sql));
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > PREPARED_STATEMENTS) {
      this.#statements.delete(this.#statements.keys().next().value!);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

class PreparedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}
