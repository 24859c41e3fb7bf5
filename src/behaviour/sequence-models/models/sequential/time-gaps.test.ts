import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import {
  GAP_BUCKETS,
  gapBucket,
  gapModes,
  gapsDiffer,
  gapsOf,
  trainingGaps,
  UNKNOWN_GAP,
} from './time-gaps.ts';
import { trainingBatch } from './training-batch.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

describe('the bucket of a gap', () => {
  it('grows with the logarithm, from the same moment to years', () => {
    const gaps = [0, SECOND, 3 * SECOND, 7 * SECOND, DAY, 40 * 365 * DAY];
    expect(gaps.map(gapBucket)).toEqual([1, 2, 3, 4, 18, GAP_BUCKETS - 1]);
    expect(gapBucket(Number.NaN)).toBe(UNKNOWN_GAP);
    expect(gapBucket(-DAY)).toBe(gapBucket(0));
  });
});

describe('the gaps of a history', () => {
  const times = { timestampsMs: Float64Array.of(0, SECOND, SECOND), momentMs: DAY + SECOND };

  it('are those before each item, or those after it up to now', () => {
    const { before, after } = gapsOf(3, times);
    expect([...before]).toEqual([UNKNOWN_GAP, 2, 1]);
    expect([...after]).toEqual([2, 1, 18]);
  });

  it('are those up to the next basket, as in training, where what follows is one', () => {
    const { before, after } = gapsOf(3, { ...times, timestampsMs: Float64Array.of(0, 0, SECOND) }, true);
    expect([[...before], [...after]]).toEqual([
      [UNKNOWN_GAP, 1, 2],
      [2, 2, 18],
    ]);
    const rows = [0, 0, SECOND, DAY + SECOND].map((ms, n) => [n, ms] as const);
    const histories = { ...historiesOfRows(4, [rows]), baskets: Uint32Array.of(0, 0, 1, 2) };
    const learned = trainingGaps(histories);
    expect([[...learned.before.slice(0, 3)], [...learned.after.slice(0, 3)]]).toEqual([
      [...before],
      [...after],
    ]);
  });

  it('are unknown without times, and where a time is', () => {
    expect([...gapsOf(3, undefined).after]).toEqual([0, 0, 0]);
    const partly = { timestampsMs: Float64Array.of(Number.NaN, 0, 0), momentMs: Number.NaN };
    expect([...gapsOf(3, partly).after]).toEqual([0, 1, 0]);
  });

  it('are the same in a training window as when the window is served at the time of its target', () => {
    const person = fc.array(fc.nat(1e9), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 4 }), fc.nat(8), (people, cut) => {
        const rows = people.map((all) => all.toSorted((a, b) => a - b).map((at, n) => [n, at] as const));
        const histories = historiesOfRows(9, rows);
        const windows = rows.map((row, which) => ({
          start: histories.offsets[which]! + Math.min(cut, row.length - 2),
          end: histories.offsets[which + 1]! - 1,
        }));
        for (const mode of gapModes) {
          const isLeftOut = windows.map((_, at) => at === 3);
          const gaps = trainingGaps(histories);
          const batch = trainingBatch(histories.items, windows, { mode, gaps, isLeftOut });
          const [, T] = batch.gaps!.shape as [number, number];
          for (const [row, { start, end }] of windows.entries()) {
            const { timestampsMs } = histories;
            const served = { timestampsMs: timestampsMs.subarray(start, end), momentMs: timestampsMs[end]! };
            const expected = gapsOf(end - start, isLeftOut[row] ? undefined : served);
            const read = (name: string) => batch[name]!.values.slice(row * T, row * T + end - start);
            expect([...read('gaps')]).toEqual([...expected.before]);
            if (mode === 'until_now') expect([...read('waits')]).toEqual([...expected.after]);
            else expect(batch.waits).toBeUndefined();
          }
        }
      }),
    );
  });
});

describe('times', () => {
  const peopleAt = (timesOf: (n: number) => number) =>
    historiesOfRows(
      5,
      [0, 1].map(() => Array.from({ length: 5 }, (_, n) => [n, timesOf(n)] as const)),
    );

  it('differ unless they are one moment, or only an order', () => {
    expect(gapsDiffer(peopleAt((n) => DAY * n * n))).toBe(true);
    expect(gapsDiffer(peopleAt(() => DAY))).toBe(false);
    expect(gapsDiffer(peopleAt((n) => SECOND * n))).toBe(false);
    expect(gapsDiffer(historiesOfRows(5, [[[1, 0]]]))).toBe(false);
  });
});
