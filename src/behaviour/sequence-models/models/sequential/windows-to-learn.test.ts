import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { trainingBatch } from './training-batch.ts';
import { targetCount, type Window, windowsOf } from './windows.ts';
import { learnedEvents, windowsToLearn } from './windows-to-learn.ts';

const SINCE_MS = 100;
const draw = { seed: 1, epoch: 1 };
/** By person: the number of earlier events, and of new ones. */
const people = fc.array(fc.tuple(fc.nat(30), fc.nat(6)), { minLength: 1, maxLength: 20 });
const historiesOf = (counts: readonly (readonly [earlier: number, later: number])[]) =>
  historiesOfRows(
    37,
    counts.map(([earlier, later]) =>
      Array.from({ length: earlier + later }, (_, n) => [n, n < earlier ? n : SINCE_MS + 1 + n] as const),
    ),
  );
const targetsOf = ({ start, end, firstTarget = start + 1 }: Window) =>
  Array.from({ length: end - start }, (_, n) => start + 1 + n).filter((at) => at >= firstTarget);

describe('what a fit that goes on from a base learns', () => {
  it('is every new event once, with as many items before it as a window holds, and as many earlier ones', () => {
    fc.assert(
      fc.property(
        people,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (counts, longest, epoch) => {
          const histories = historiesOf(counts);
          const { offsets, timestampsMs } = histories;
          const windows = windowsToLearn(histories, longest, { seed: 1, epoch }, SINCE_MS);
          const targets = windows.flatMap(targetsOf);
          expect(new Set(targets).size).toBe(targets.length);
          expect(windows.reduce((sum, window) => sum + targetCount(window), 0)).toBe(targets.length);
          const all = [...timestampsMs.keys()].filter((at) => !offsets.includes(at));
          const isNew = (at: number) => timestampsMs[at]! > SINCE_MS;
          const fresh = all.filter(isNew);
          expect(targets.filter(isNew).toSorted((a, b) => a - b)).toEqual(fresh);
          const earlier = targets.length - fresh.length;
          expect(earlier).toBeGreaterThanOrEqual(Math.min(fresh.length, all.length - fresh.length));
          if (fresh.length > 0 && earlier < all.length - fresh.length)
            expect(earlier).toBeLessThan(fresh.length + longest);
          for (const { start, end } of windows) expect(end - start).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });

  it('is all where nothing is new, where most is, and without a moment', () => {
    const histories = historiesOf([
      [12, 3],
      [9, 2],
    ]);
    const all = windowsOf(histories, 5, draw);
    expect(windowsToLearn(histories, 5, draw)).toEqual(all);
    expect(windowsToLearn(histories, 5, draw, 1e6)).toEqual(all);
    expect(windowsToLearn(histories, 5, draw, 3)).toEqual(all);
    expect(windowsToLearn(histories, 5, draw, SINCE_MS)).not.toEqual(all);
    expect(learnedEvents(histories, SINCE_MS)).toBe(10);
    expect(learnedEvents(histories, 1e6)).toBe(26);
  });

  it('draws other earlier events in another pass', () => {
    const histories = historiesOf(Array.from({ length: 40 }, () => [6, 1] as const));
    const earlierOf = (epoch: number) =>
      windowsToLearn(histories, 10, { seed: 1, epoch }, SINCE_MS).filter(
        ({ end }) => histories.timestampsMs[end]! <= SINCE_MS,
      );
    expect(earlierOf(1)).toEqual(earlierOf(1));
    expect(earlierOf(1)).not.toEqual(earlierOf(2));
  });

  it('is read, and not learned, before the first target of a window', () => {
    const batch = trainingBatch(Uint32Array.of(5, 6, 7, 8), [{ start: 0, end: 3, firstTarget: 3 }]);
    expect(batch).toEqual({
      items: { values: Int32Array.of(5, 6, 7), shape: [1, 3] },
      positions: { values: Int32Array.of(2, 1, 0), shape: [1, 3] },
      places: { values: Int32Array.of(2), shape: [1] },
      targets: { values: Int32Array.of(8), shape: [1] },
    });
  });
});
