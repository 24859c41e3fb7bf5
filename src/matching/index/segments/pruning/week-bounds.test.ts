import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberPoints } from '../../program/number-points.ts';
import type { NumberPoints } from '../../query-program.ts';
import { NO_WEEK, WEEK_MS, weekOf } from '../rows/updated-week.ts';
import { changingWeeks, weekTable } from './week-bounds.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 1, 12);

const knots = fc
  .uniqueArray(fc.integer({ min: -50, max: 900 }), { minLength: 1, maxLength: 6 })
  .chain((xs) =>
    fc
      .array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: xs.length, maxLength: xs.length })
      .map((points) => xs.sort((a, b) => a - b).map((x, at) => [x, points[at]!] as const)),
  );
const recency: fc.Arbitrary<NumberPoints> = fc.record({
  x: fc.constant('since' as const),
  c: fc.integer({ min: NOW - 900 * DAY_MS, max: NOW }),
  unit: fc.constantFrom(DAY_MS, DAY_MS / 24, 3 * DAY_MS),
  weight: fc.constantFrom(0, 0.5, 1, -1),
  knots,
});
const times = fc.oneof(
  fc.integer({ min: NOW - 4000 * DAY_MS, max: NOW + 100 * DAY_MS }),
  fc.constantFrom(0, -1e15, 8.64e15, Number.NaN),
);

/** The most points in the week of a time, by the table. */
function boundOf(table: Float64Array, low: number, week: number, direction: number): number {
  const last = table.length / 2 - 1;
  const entry = week === NO_WEEK ? 0 : Math.min(last, Math.max(1, week - low + 1));
  return table[2 * entry + direction]!;
}

it('no time has more points than the bound of its week', () => {
  fc.assert(
    fc.property(recency, recency, times, (forward, backward, ms) => {
      const term = { op: 'number', field: null, missing: [0.5, -0.5], forward, backward } as const;
      const weeks = changingWeeks(term, 2048)!;
      const table = weekTable(term, weeks);
      for (const direction of [0, 1]) {
        const points = numberPoints(direction === 0 ? forward : backward, ms, term.missing[direction]!);
        expect(boundOf(table, weeks[0], weekOf(ms), direction)).toBeGreaterThanOrEqual(points - 1e-12);
      }
    }),
    { numRuns: 2000 },
  );
});

it('a bound is near the points of its week', () => {
  const points: NumberPoints = {
    x: 'since',
    c: NOW,
    unit: DAY_MS,
    weight: 1,
    knots: [
      [0, 1],
      [100, 0],
    ],
  };
  const term = { op: 'number', field: null, missing: [0, 0], forward: points, backward: points } as const;
  const weeks = changingWeeks(term, 2048)!;
  expect(weeks[1] - weeks[0]).toBeLessThan(20);
  for (let passed = 0; passed < 200; passed += 1) {
    const ms = NOW - passed * DAY_MS;
    const bound = boundOf(weekTable(term, weeks), weeks[0], weekOf(ms), 0);
    expect(bound - numberPoints(points, ms, 0)).toBeLessThanOrEqual(0.07 + 1e-9);
  }
});

it('has no table for points that depend on something else than the time that has passed', () => {
  const points = (x: NumberPoints['x'], unit = DAY_MS): NumberPoints => {
    return {
      x,
      c: NOW,
      unit,
      weight: 1,
      knots: [
        [0, 1],
        [100, 0],
      ],
    };
  };
  const weeksOf = (forward: NumberPoints) => changingWeeks({ forward, backward: points('since') }, 2048);
  expect(weeksOf(points('since'))).not.toBeNull();
  expect(weeksOf(points('apart'))).toBeNull();
  expect(weeksOf(points('since', 1000 * WEEK_MS))).toBeNull();
});
