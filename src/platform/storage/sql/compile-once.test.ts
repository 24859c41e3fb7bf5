import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { compileOnce } from './compile-once.ts';
import type { Tables } from './tables.generated.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
database.exec(
  "create table counters (name text, value integer); insert into counters values ('a', 1), ('b', 2), ('c', 3)",
);
afterAll(() => db.destroy());

let built = 0;
const named = compileOnce((handle, names: readonly string[], atMost: number) => {
  built++;
  return handle
    .selectFrom('counters')
    .select('value')
    .where('name', 'in', [...names] as never)
    .where('value', '<=', atMost)
    .where('value', '>', 0)
    .orderBy('value');
});

test('one statement serves the lengths up to a power of two, each call with its own arguments', async () => {
  const values = async (names: readonly string[], atMost = 9) =>
    (await named(db, names, atMost)).map(({ value }) => value);
  expect(await values(['a'])).toEqual([1]);
  expect(await values(['c'])).toEqual([3]);
  expect(await values(['c'], 2)).toEqual([]);
  expect(built).toBe(1);
  expect(await values(['a', 'b', 'x'])).toEqual([1, 2]);
  expect(await values(['a', 'b', 'c', 'x'], 2)).toEqual([1, 2]);
  expect(built).toBe(2);
});

test('each database compiles its own', async () => {
  const other = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(':memory:')) });
  await expect(named(other, ['a'], 1)).rejects.toThrow(/no such table/);
  expect(built).toBe(3);
  await other.destroy();
});
