/**
 * Changes, in the order of their arrival for each tenant. All changes of a tenant that wait while its last
 * transaction runs go into the next one, so that many concurrent writers pay for one flush; different tenants
 * have transactions side by side.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { type Change, changeUnits, ROWS_A_GROUP, rowsOf } from '../sql/change-units.ts';
import { commitGroup, type Transaction } from '../sql/group-commit.ts';
import { tenantLocks } from '../sql/lock-tenants.ts';
import type { Tables } from '../sql/tables.ts';
import type { RunWrite } from '../sql/write-operations.ts';
import { changedTenants } from './changed-tenants.ts';

interface Lane {
  readonly tenants: readonly string[] | null;
  readonly waiting: Change[];
  isRunning: boolean;
}

export class WriteQueue {
  readonly #db: Kysely<Tables>;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** When the connection is lost during a commit, the change is either kept or not, and its promise rejects. */
  readonly write: RunWrite = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('the store is closed'));
        return;
      }
      const tenants = changedTenants(name, args);
      const key = tenants === null ? 'all' : tenants.toSorted().join(' ');
      const lane = this.#lanes.get(key) ?? { tenants, waiting: [], isRunning: false };
      this.#lanes.set(key, lane);
      lane.waiting.push({ name, args, resolve: resolve as (result: unknown) => void, reject });
      if (!lane.isRunning) this.#start(key, lane);
    });

  /** Waits for every pending change. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  #start(key: string, lane: Lane): void {
    lane.isRunning = true;
    const run = this.#drain(lane).finally(() => {
      lane.isRunning = false;
      this.#running.delete(run);
      if (lane.waiting.length === 0) this.#lanes.delete(key);
    });
    this.#running.add(run);
  }

  async #drain(lane: Lane): Promise<void> {
    // Changes without a tenant's lock do not wait for each other's transaction.
    while (lane.waiting.length > 0) await this.#commit(lane.tenants, takeGroup(lane.waiting));
  }

  async #commit(tenants: Lane['tenants'], changes: readonly Change[]): Promise<void> {
    try {
      await this.#db.connection().execute(async (connection) => {
        await commitGroup(transactionOn(connection, tenants), changeUnits(connection, changes));
      });
    } catch (error) {
      // No connection: none of the changes has begun.
      for (const change of changes) change.reject(error);
    }
  }
}

function takeGroup(waiting: Change[]): readonly Change[] {
  let count = 0;
  let rows = 0;
  while (count < waiting.length && rows < ROWS_A_GROUP) rows += rowsOf(waiting[count++]!.args);
  return waiting.splice(0, count);
}

function transactionOn(connection: Kysely<Tables>, tenants: Lane['tenants']): Transaction {
  let isOpen = false;
  const run = async (statement: string) => {
    if (/^(?:COMMIT|ROLLBACK)$/.test(statement)) isOpen = false;
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  return {
    begin: async () => {
      await run('BEGIN');
      isOpen = true;
      if (tenants === null || tenants.length > 0) await run(tenantLocks(tenants));
    },
    run,
    get isOpen() {
      return isOpen;
    },
  };
}
