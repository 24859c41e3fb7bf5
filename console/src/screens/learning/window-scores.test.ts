import { expect, test } from 'vitest';
import { windowScores } from './window-scores.ts';

const day = (low: number, high: number) => ({ shown: low + high, scores: [low, high] });
const none = day(0, 0);
const week = (...days: ReturnType<typeof day>[]) => [
  ...Array.from({ length: 7 - days.length }, () => none),
  ...days,
];

test('compares two windows by shares', () => {
  const found = windowScores([...week(day(3, 1)), ...week(day(1, 1), day(0, 2))], 7);
  expect(found).toEqual({ now: [0.25, 0.75], before: [0.75, 0.25], moved: 0.5 });
  expect(windowScores([day(9, 9), day(1, 0), day(0, 1)], 1)).toEqual({
    now: [0, 1],
    before: [1, 0],
    moved: 1,
  });
});

test('a window without scores is not compared', () => {
  expect(windowScores([...week(), ...week(day(1, 0))], 7)).toEqual({
    now: [1, 0],
    before: null,
    moved: null,
  });
  expect(windowScores([...week(day(1, 0)), ...week()], 7)).toBeNull();
  expect(windowScores([], 7)).toBeNull();
});
