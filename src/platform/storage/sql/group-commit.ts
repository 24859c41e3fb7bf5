/**
 * Group commit: all changes that wait while the disk is busy go into the next transaction. So a hundred
 * concurrent writers pay for one flush.
 *
 * Each of several units has its own savepoint, so a failing unit does not affect the others. A single unit
 * needs none: before its first change of a page SQLite would copy the page for the savepoint. No caller gets
 * an answer before the commit.
 */
/** One caller's change. */
export interface Answerable {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Changes that are carried out together. When that fails, each is carried out alone. */
export interface ChangeUnit {
  readonly changes: readonly Answerable[];
  /** One result a change. */
  readonly carryOut: () => Promise<readonly unknown[]>;
  /** The same changes as units of one change each; empty for a unit of one. */
  readonly split: () => readonly ChangeUnit[];
}

/** The transaction of one connection. */
export interface Transaction {
  begin(): void | Promise<void>;
  /** A statement without a result: COMMIT, ROLLBACK, SAVEPOINT. */
  run(statement: string): void | Promise<void>;
  readonly isOpen: boolean;
}

type Settle = () => void;

/** Never throws: every change resolves or rejects. */
export async function commitGroup(transaction: Transaction, units: readonly ChangeUnit[]): Promise<void> {
  const [unit] = units;
  if (unit !== undefined && units.length === 1) await commitAlone(transaction, unit);
  else await commitTogether(transaction, units);
}

async function commitAlone(transaction: Transaction, unit: ChangeUnit): Promise<void> {
  const rejectAll = (error: unknown) => {
    for (const change of unit.changes) change.reject(error);
  };
  let results: readonly unknown[];
  try {
    await transaction.begin();
    results = await unit.carryOut();
  } catch (error) {
    const wasOpen = transaction.isOpen;
    await rollBack(transaction);
    const split = unit.split();
    if (wasOpen && split.length > 1) await commitTogether(transaction, split);
    else rejectAll(error);
    return;
  }
  try {
    await transaction.run('COMMIT');
  } catch (error) {
    await rollBack(transaction);
    rejectAll(error);
    return;
  }
  unit.changes.forEach((change, position) => {
    change.resolve(results[position]);
  });
}

async function commitTogether(transaction: Transaction, units: readonly ChangeUnit[]): Promise<void> {
  const settles: Settle[] = [];
  try {
    await transaction.begin();
    for (const unit of units) settles.push(...(await attempt(transaction, unit)));
    await transaction.run('COMMIT');
  } catch (error) {
    await rollBack(transaction);
    for (const { changes } of units) for (const change of changes) change.reject(error);
    return;
  }
  for (const settle of settles) settle();
}

/** A connection that is lost has rolled back already. */
async function rollBack(transaction: Transaction): Promise<void> {
  if (!transaction.isOpen) return;
  try {
    await transaction.run('ROLLBACK');
  } catch {
    // The caller gets the first error.
  }
}

/** Throws only when the whole transaction is rolled back (disk full, I/O error, lost connection). */
async function attempt(transaction: Transaction, unit: ChangeUnit): Promise<readonly Settle[]> {
  await transaction.run('SAVEPOINT unit');
  try {
    const results = await unit.carryOut();
    await transaction.run('RELEASE SAVEPOINT unit');
    return unit.changes.map((change, position) => () => change.resolve(results[position]));
  } catch (error) {
    if (!transaction.isOpen) throw error;
    await transaction.run('ROLLBACK TO SAVEPOINT unit');
    await transaction.run('RELEASE SAVEPOINT unit');
    if (unit.changes.length === 1) return [() => unit.changes[0]!.reject(error)];
  }
  const settles: Settle[] = [];
  for (const single of unit.split()) settles.push(...(await attempt(transaction, single)));
  return settles;
}
