/**
 * Servers of the version before go on working while those of a new one start. So a migration only adds: it drops,
 * renames and narrows nothing that the version before reads.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Since several servers may share a database. */
const FIRST = '0022';
const takesAway =
  /\b(drop(Table|Column|Index|Constraint|View)|rename(To|Column|Constraint)|alterColumn|setNotNull)\b|\b(drop|rename)\s+(table|column|to|index)\b|alter\s+column/i;

const files = readdirSync(import.meta.dirname).filter(
  (name) => /^\d{4}-.*(?<!\.test)\.ts$/.test(name) && name >= FIRST,
);

test.each(files)('%s takes nothing away', (name) => {
  expect(readFileSync(join(import.meta.dirname, name), 'utf8')).not.toMatch(takesAway);
});

test('a migration that takes something away would be found', () => {
  for (const code of [
    "db.schema.dropTable('jobs')",
    "alterTable('a').renameColumn('b', 'c')",
    'alter table a drop column b',
  ])
    expect(code).toMatch(takesAway);
  expect(files.length).toBeGreaterThan(2);
});
