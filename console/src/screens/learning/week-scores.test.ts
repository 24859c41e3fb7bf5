import { expect, test } from 'vitest';
import { weekScores } from './week-scores.ts';

const day = (low: number, high: number) => ({ shown: low + high, scores: [low, high] });
const none = day(0, 0);
const week = (...days: ReturnType<typeof day>[]) => [
  ...Array.from({ length: 7 - days.length }, () => none),
  ...days,
];

test('compares two weeks by shares', () => {
  const found = weekScores([...week(day(3, 1)), ...week(day(1, 1), day(0, 2))]);
  expect(found).toEqual({ now: [0.25, 0.75], before: [0.75, 0.25], moved: 0.5 });
});

test('a week without scores is not compared', () => {
  expect(weekScores([...week(), ...week(day(1, 0))])).toEqual({ now: [1, 0], before: null, moved: null });
  expect(weekScores([...week(day(1, 0)), ...week()])).toBeNull();
  expect(weekScores([])).toBeNull();
});
