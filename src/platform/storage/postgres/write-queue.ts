/**
 * Changes, in the order of their arrival for each tenant. All changes of a tenant that wait while its last
 * transaction runs go into the next one, so many concurrent writers pay for one flush. Different tenants have
 * transactions side by side. A change that needs no lock, or finds out which, has a transaction of its own.
 * So no transaction takes locks in another order than the rest.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { actingNow } from '../acting.ts';
import { type Change, changeUnits, ROWS_A_GROUP, rowsOf } from '../sql/change-units.ts';
import { commitGroup, type Transaction } from '../sql/group-commit.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { tenantLocks } from '../sql/transaction-locks.ts';
import { lockedTenants, type RunWrite } from '../sql/write-operations.ts';

interface Lane {
  readonly tenants: readonly string[] | null;
  readonly waiting: Change[];
}

export class WriteQueue {
  readonly #db: Kysely<Tables>;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * When the connection is lost during a commit, the change is either kept or not, and its promise rejects.
   */
  readonly write: RunWrite = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('the store is closed'));
        return;
      }
      const named = { name, args, origin: actingNow() };
      const change: Change = { ...named, resolve: resolve as (result: unknown) => void, reject };
      const tenants = lockedTenants(change);
      if (tenants?.length === 0) this.#keep(this.#commit(tenants, [change]));
      else this.#enqueue(tenants, change);
    });

  /** Waits for every pending change. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  #enqueue(tenants: Lane['tenants'], change: Change): void {
    const key = tenants === null ? 'all' : tenants.toSorted().join(' ');
    const known = this.#lanes.get(key);
    if (known !== undefined) {
      known.waiting.push(change);
      return;
    }
    const lane: Lane = { tenants, waiting: [change] };
    this.#lanes.set(key, lane);
    this.#keep(this.#drain(key, lane));
  }

  /** A lane without waiting changes is removed at once, so that the next change begins another. */
  async #drain(key: string, lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) await this.#commit(lane.tenants, takeGroup(lane.waiting));
    this.#lanes.delete(key);
  }

  #keep(work: Promise<void>): void {
    const kept = work.finally(() => this.#running.delete(kept));
    this.#running.add(kept);
  }

  /** A connection that broke while it was idle shows at BEGIN: the group then takes another one. */
  async #commit(tenants: Lane['tenants'], changes: readonly Change[]): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      let hasBegun = false;
      try {
        await this.#db.connection().execute(async (connection) => {
          const transaction = transactionOn(connection, tenants);
          await transaction.begin();
          hasBegun = true;
          await commitGroup(transaction, changeUnits(connection, changes));
        });
        return;
      } catch (error) {
        if (isFirst && !hasBegun && isOutage(error)) continue;
        for (const change of changes) change.reject(error);
        return;
      }
    }
  }
}

const isOutage = (error: unknown) => error instanceof ApiError && error.code === 'dependency_unavailable';

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
      if (isOpen) return;
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
