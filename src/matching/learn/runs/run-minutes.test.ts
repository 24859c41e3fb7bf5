import { expect, test } from 'vitest';
import { minutesOf } from './run-minutes.ts';

const run = (status: 'deployed' | 'rejected' | 'failed', minutes: number, tripletsUsed: number) => ({
  status,
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + minutes * 60_000).toISOString(),
  tripletsUsed,
});

test('without measurements a run of 10,000 triplets is estimated at two minutes', () => {
  const { base, perTriplet } = minutesOf([]);
  expect(base + perTriplet * 10_000).toBe(2);
});

test('the estimate follows the last completed runs, by triplets', () => {
  const { base, perTriplet } = minutesOf([
    run('deployed', 4, 2000),
    run('failed', 100, 10),
    run('rejected', 2, 1000),
  ]);
  expect(base + perTriplet * 5000).toBeCloseTo(10);
});

test('runs without a start time are ignored', () => {
  expect(minutesOf([{ ...run('deployed', 4, 2000), startedAt: null }])).toEqual(minutesOf([]));
});
