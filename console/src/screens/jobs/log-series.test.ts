import { expect, it } from 'vitest';
import { curvePath, logSeries } from './log-series.ts';

const entry = (second: number, detail: Record<string, unknown>) => ({
  at: new Date(1_700_000_000_000 + second * 1000).toISOString(),
  attempt: 1,
  progress: 0,
  detail,
});

it('takes the numbers that change, and leaves out what is missing or no number', () => {
  const series = logSeries([
    entry(0, { phase: 'training', epoch: 1, loss: 2, items: 8, minutes_left: 3 }),
    entry(1, { phase: 'training', epoch: 2, loss: null, items: 8, minutes_left: 2 }),
    entry(3, { phase: 'training', epoch: 3, loss: 1.5, items: 8, minutes_left: 1 }),
  ]);
  expect(series).toEqual([
    {
      name: 'epoch',
      points: [
        [0, 1],
        [1, 2],
        [3, 3],
      ],
    },
    {
      name: 'loss',
      points: [
        [0, 2],
        [3, 1.5],
      ],
    },
  ]);
  expect(logSeries([])).toEqual([]);
});

it('draws a curve into its box, also one that has a single moment', () => {
  expect(
    curvePath(
      [
        [0, 1],
        [5, 3],
        [10, 2],
      ],
      100,
      40,
    ),
  ).toBe('M0.0 40.0L50.0 0.0L100.0 20.0');
  expect(curvePath([[4, 7]], 100, 40)).toBe('M0.0 40.0');
});
