/**
 * Group commit: all changes that wait while the disk is busy go into the next transaction, so that a hundred
 * concurrent writers pay for one flush.
 *
 * Each unit of changes has its own savepoint, so a failing unit does not affect the others. No caller gets an
 * answer before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';

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

type Settle = () => void;

/** Never throws: every change resolves or rejects. */
export async function commitGroup(database: DatabaseSync, units: readonly ChangeUnit[]): Promise<void> {
  const settles: Settle[] = [];
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const unit of units) settles.push(...(await attempt(database, unit)));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    for (const { changes } of units) for (const change of changes) change.reject(error);
    return;
  }
  for (const settle of settles) settle();
}

/** Throws only when SQLite rolled back the whole transaction (disk full, I/O error). */
async function attempt(database: DatabaseSync, unit: ChangeUnit): Promise<readonly Settle[]> {
  database.exec('SAVEPOINT unit');
  try {
    const results = await unit.carryOut();
    database.exec('RELEASE unit');
    return unit.changes.map((change, position) => () => change.resolve(results[position]));
  } catch (error) {
    if (!database.isTransaction) throw error;
    database.exec('ROLLBACK TO unit');
    database.exec('RELEASE unit');
    if (unit.changes.length === 1) return [() => unit.changes[0]!.reject(error)];
  }
  const settles: Settle[] = [];
  for (const single of unit.split()) settles.push(...(await attempt(database, single)));
  return settles;
}
