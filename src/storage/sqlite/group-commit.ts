/**
 * Group commit: everything that waits when the disk is free goes into one transaction, so that a hundred concurrent
 * writers pay for one flush. Each change has a savepoint of its own: one that fails takes nothing of the others with
 * it. Nothing is answered before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';

export interface WaitingChange {
  readonly carryOut: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Settled = { readonly change: WaitingChange; readonly settle: () => void };

/** Never throws: every change is resolved or rejected. */
export async function commitGroup(database: DatabaseSync, group: readonly WaitingChange[]): Promise<void> {
  const settled: Settled[] = [];
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const change of group) settled.push(await attempt(database, change));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    for (const change of group) change.reject(error);
    return;
  }
  for (const { settle } of settled) settle();
}

/** Throws only where SQLite gave up the whole transaction (disk full, I/O error). */
async function attempt(database: DatabaseSync, change: WaitingChange): Promise<Settled> {
  database.exec('SAVEPOINT change');
  try {
    const result = await change.carryOut();
    database.exec('RELEASE change');
    return { change, settle: () => change.resolve(result) };
  } catch (error) {
    if (!database.isTransaction) throw error;
    database.exec('ROLLBACK TO change');
    database.exec('RELEASE change');
    return { change, settle: () => change.reject(error) };
  }
}
