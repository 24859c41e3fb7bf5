import { expect, it } from 'vitest';
import { compareResults } from './compare-results.ts';

const list = (...ids: string[]) => ids.map((user_id) => ({ user_id, score: 0.5 }));

it('tells where each candidate stands in both lists', () => {
  const { moves, kept, left, entered, same } = compareResults(list('a', 'b', 'c'), list('c', 'a', 'd'));
  expect(moves).toEqual([
    { id: 'a', a: 1, b: 2 },
    { id: 'b', a: 2, b: undefined },
    { id: 'c', a: 3, b: 1 },
    { id: 'd', a: undefined, b: 3 },
  ]);
  expect({ kept, left, entered, same }).toEqual({ kept: 2, left: 1, entered: 1, same: false });
});

it('knows equal lists', () => {
  expect(compareResults(list('a'), list('a')).same).toBe(true);
  expect(compareResults([], []).same).toBe(true);
});
