import { expect, it } from 'vitest';
import { scoreBins } from './score-bins.ts';

it('adds up the days', () => {
  expect(scoreBins([{ scores: [1, 2] }, { scores: [0, 5] }])).toEqual([
    { from: 0, to: 0.5, count: 1 },
    { from: 0.5, to: 1, count: 7 },
  ]);
  expect(scoreBins([])).toEqual([]);
});
