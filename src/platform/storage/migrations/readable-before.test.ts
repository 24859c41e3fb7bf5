/**
 * Servers of the version before go on working while those of a new one start. So a migration only adds. It
 * drops, renames and narrows nothing that the version before reads, and rejects nothing that it writes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { shapeOf, takenAway } from '../testing/taken-away.ts';
import { knownMigrations, migrate } from './migrate.ts';

/** Since several servers may share a database. */
const FIRST = '0022';
const takesAway =
  /\b(drop(Table|Column|Index|Constraint|View)|rename(To|Column|Constraint)|alterColumn|setNotNull)\b|\b(drop|rename)\s+(table|column|to|index)\b|alter\s+column/i;

const files = readdirSync(import.meta.dirname).filter(
  (name) => /^\d{4}-.*(?<!\.test)\.ts$/.test(name) && name >= FIRST,
);
const steps = knownMigrations();

let db: Kysely<never>;
beforeEach(() => {
  db = new Kysely<never>({ dialect: new NodeSqliteDialect(new DatabaseSync(':memory:')) });
});
afterEach(() => db.destroy());

test.each(files)('%s takes nothing away', (name) => {
  expect(readFileSync(join(import.meta.dirname, name), 'utf8')).not.toMatch(takesAway);
});

test('after each step the tables are as they were, with more', async () => {
  for (const [n, step] of steps.entries()) {
    if (step < FIRST) continue;
    await migrate(db, { upTo: steps[n - 1]! });
    const before = await shapeOf(db);
    await migrate(db, { upTo: step });
    expect(takenAway(before, await shapeOf(db)), step).toEqual([]);
  }
});

test('a migration that takes something away would be found', async () => {
  for (const code of [
    "db.schema.dropTable('jobs')",
    "alterTable('a').renameColumn('b', 'c')",
    'alter table a drop column b',
  ])
    expect(code).toMatch(takesAway);
  expect(files.length).toBeGreaterThan(2);
  await migrate(db);
  const before = await shapeOf(db);
  for (const statement of [
    'drop table simulations',
    'alter table tenants drop column email',
    "alter table tenants add column plan text not null default ''",
    'create table plans (name text not null primary key)',
    'create unique index tenants_by_email on tenants (name, tenant_id)',
  ])
    await sql.raw(statement).execute(db);
  const faults = takenAway(before, await shapeOf(db));
  expect(faults.filter((fault) => !fault.startsWith('simulations.'))).toEqual([
    'simulations is gone',
    'tenants.email is gone',
    'tenants tenants_by_email is new, and refuses rows that were fine',
  ]);
  // Also a column that the version before would not fill.
  const filled = { type: 'text not null', mayBeLeftOut: false };
  const demanding = { ...before, columns: new Map([...before.columns, ['tenants.plan', filled] as const]) };
  expect(takenAway(before, demanding)).toEqual(['tenants.plan is new, and rows without it are refused']);
});
