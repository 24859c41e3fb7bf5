import { expect, it } from 'vitest';
import { nearestIndex, niceCeiling, shortNumber } from './scale.ts';

it('ends an axis at a round number that no value exceeds', () => {
  expect([0, -3, Number.NaN].map(niceCeiling)).toEqual([1, 1, 1]);
  expect([1, 1.1, 2.2, 3, 7, 10, 99, 0.031].map(niceCeiling)).toEqual([1, 1.5, 2.5, 3, 8, 10, 100, 0.04]);
  for (let value = 0.001; value < 1e6; value *= 1.37)
    expect(niceCeiling(value)).toBeGreaterThanOrEqual(value);
});

it('finds the nearest value', () => {
  const ascending = [0, 0.1, 0.5, 1];
  for (const [x, index] of [
    [-1, 0],
    [0.04, 0],
    [0.06, 1],
    [0.4, 2],
    [9, 3],
  ] as const)
    expect(nearestIndex(ascending, x)).toBe(index);
  expect(nearestIndex([7], 3)).toBe(0);
});

it('writes numbers shortly', () => {
  expect([0, 999, 1234, 1_250_000, 3e9].map(shortNumber)).toEqual(['0', '999', '1.2 k', '1.3 M', '3 B']);
});
