import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { raiseChangeCounter, readChangeCounter } from '../sql/change-counters.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { migrate } from './migrate.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
afterEach(() => db.destroy());

test('each domain goes on from the common sequence, one without changes too', async () => {
  await migrate(db, { upTo: '0021-calibrations' });
  await db
    .insertInto('changes')
    .values({ tenant_id: 'ten_a', domain: 'dating', user_id: 'ana', sequence: 40, kind: 'upsert' })
    .execute();
  await db.updateTable('counters').set({ value: 100 }).where('name', '=', 'changes').execute();
  await migrate(db);
  for (const domain of ['dating', 'hiring']) {
    const key = { tenant_id: 'ten_a', domain };
    expect(await readChangeCounter(db, 'ten_a', domain)).toBe(100);
    expect(await raiseChangeCounter(db, key, 3)).toBe(103);
    expect(await raiseChangeCounter(db, key, 1)).toBe(104);
    expect(await readChangeCounter(db, 'ten_a', domain)).toBe(104);
  }
  expect(await readChangeCounter(db, 'ten_b', 'dating')).toBe(100);
});
