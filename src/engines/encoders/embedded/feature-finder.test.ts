import { expect, it } from 'vitest';
import { FeatureFinder } from './feature-finder.ts';

const NO = 1;
const STOP = 2;
const APOSTROPHE = 3;
const T = 4;
const rules = { deniers: [NO], stops: [STOP], apostrophes: [APOSTROPHE], contracted: T, scope: 2 };

function pairsOf(ids: readonly number[]): string[] {
  const pairs: string[] = [];
  new FeatureFinder(rules, 20).find(
    ids,
    () => {},
    (first, second) => pairs.push(`${first}-${second}`),
  );
  return pairs;
}

it('finds every piece and every pair of neighbours', () => {
  const pieces: number[] = [];
  new FeatureFinder(rules, 20).find(
    [7, 8, 9],
    (id) => pieces.push(id),
    () => {},
  );
  expect(pieces).toEqual([7, 8, 9]);
  expect(pairsOf([7, 8, 9])).toEqual(['7-8', '8-9']);
});

it('finds what a denier reaches: as far as its scope, and not past a stop', () => {
  expect(pairsOf([NO, 7, 8, 9])).toEqual(['1-7', '0-7', '7-8', '0-8', '8-9']);
  expect(pairsOf([NO, 7, STOP, 9])).toEqual(['1-7', '0-7', '7-2', '2-9']);
});

it('takes the t after an apostrophe for a denier, and no other t', () => {
  expect(pairsOf([5, APOSTROPHE, T, 7])).toEqual(['5-3', '3-4', '4-7', '0-7']);
  expect(pairsOf([T, 7])).toEqual(['4-7']);
});

it('starts a new scope at a denier within a scope', () => {
  expect(pairsOf([NO, NO, 7, 8])).toEqual(['1-1', '0-1', '1-7', '0-7', '7-8', '0-8']);
});
