import { expect, test } from 'vitest';
import { z } from 'zod';
import { rowsOf } from './rows.ts';

const Row = z.strictObject({ id: z.string(), at: z.string().default('now') });
const Rows = z.strictObject({ rows: rowsOf(Row, { least: 1 }) });

test('gives the rows as their schema makes them', () => {
  expect(Rows.parse({ rows: [{ id: 'a' }, { id: 'b', at: 'x' }] })).toEqual({
    rows: [
      { id: 'a', at: 'now' },
      { id: 'b', at: 'x' },
    ],
  });
});

test('every fault says where it is, and what was given', () => {
  const { error } = Rows.safeParse({ rows: [{ id: 'a' }, { id: 7 }, 'b'] }, { reportInput: true });
  expect(error?.issues.map(({ path, input }) => ({ path, input }))).toEqual([
    { path: ['rows', 1, 'id'], input: 7 },
    { path: ['rows', 2], input: 'b' },
  ]);
});

test('stops looking after 19 faults, and says so', () => {
  let looked = 0;
  const counting = z.unknown().refine(() => {
    looked++;
    return false;
  }, 'bad');
  const { error } = rowsOf(counting, { least: 0 }).safeParse(Array.from({ length: 500_000 }, () => 0));
  expect(error?.issues).toHaveLength(20);
  expect(error?.issues.at(-1)?.message).toContain('not looked at');
  expect(looked).toBe(20);
});

test('exactly 19 faults are listed, without a word about more', () => {
  const { error } = rowsOf(Row, { least: 0 }).safeParse(Array.from({ length: 19 }, () => 0));
  expect(error?.issues).toHaveLength(19);
  expect(error?.issues.at(-1)?.message).not.toContain('not looked at');
});

test('is described as an array of its rows', () => {
  expect(z.toJSONSchema(Rows, { io: 'input' })).toMatchObject({
    properties: { rows: { type: 'array', minItems: 1, items: { properties: { id: { type: 'string' } } } } },
  });
});
