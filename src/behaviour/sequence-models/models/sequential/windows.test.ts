import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { negativeSampler } from './negative-sampler.ts';
import { trainingBatch } from './training-batch.ts';
import { batchesOf, windowsOf } from './windows.ts';

const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 20 });
const draws = fc.record({ seed: fc.integer({ min: 0, max: 99 }), epoch: fc.integer({ min: 1, max: 9 }) });
/** Item n of a history has the number n. */
const historiesOf = (counts: readonly number[]) =>
  historiesOfRows(
    41,
    counts.map((count) => Array.from({ length: count }, (_, n) => [n, n] as const)),
  );

describe('windows', () => {
  it('have every item but the first of a history as a target once, and respect the maximum length', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 12 }), draws, (counts, longest, draw) => {
        const { offsets, items } = historiesOf(counts);
        const windows = windowsOf({ offsets }, longest, draw);
        const targets = windows.flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, n) => start + 1 + n),
        );
        const expected = [...items.keys()].filter((at) => !offsets.includes(at));
        expect(targets.toSorted((a, b) => a - b)).toEqual(expected);
        for (const { start, end } of windows) expect(end - start).toBeLessThanOrEqual(longest);
        // No window crosses into another history.
        for (const { start, end } of windows) expect(items[end]! - items[start]!).toBe(end - start);
      }),
    );
  });

  it('have cuts that depend on the epoch', () => {
    const { offsets } = historiesOf([40, 40, 40]);
    const cut = (epoch: number) => windowsOf({ offsets }, 10, { seed: 1, epoch });
    expect(cut(1)).toEqual(cut(1));
    expect(cut(2)).not.toEqual(cut(1));
  });

  it('are in one batch each, and batches have about the requested number of events', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 60 }), draws, (counts, events, draw) => {
        const windows = windowsOf(historiesOf(counts), 10, draw);
        const batches = batchesOf(windows, events, draw);
        const byStart = (all: typeof windows) => all.toSorted((a, b) => a.start - b.start);
        expect(byStart(batches.flat())).toEqual(byStart(windows));
        for (const batch of batches) {
          const held = batch.reduce((sum, { start, end }) => sum + end - start, 0);
          expect(batch.length === 1 || held <= events + 5).toBe(true);
        }
      }),
    );
  });
});

describe('a batch', () => {
  it('has the next item as the target of each position, and counts positions from the end', () => {
    const batch = trainingBatch(Uint32Array.of(5, 6, 7, 8, 9), [
      { start: 0, end: 2 },
      { start: 2, end: 3 },
    ]);
    expect(batch).toEqual({
      items: { values: Int32Array.of(5, 6, 7, 0), shape: [2, 2] },
      positions: { values: Int32Array.of(1, 0, 0, 0), shape: [2, 2] },
      places: { values: Int32Array.of(0, 1, 2), shape: [3] },
      targets: { values: Int32Array.of(6, 7, 8), shape: [3] },
    });
  });
});

describe('sampled negatives', () => {
  it('follow the square root of popularity, and have the log of their probability', () => {
    const sampler = negativeSampler(Float64Array.of(1, 4, 9, 16), 20_000, 3);
    const sampled = sampler.sample(7, Int32Array.of(2, 0));
    const rows = sampled.negatives!.values as Int32Array;
    for (const [row, share] of [0.1, 0.2, 0.3, 0.4].entries())
      expect(rows.filter((one) => one === row).length / rows.length).toBeCloseTo(share, 1);
    const logQ = sampled['target-log-q']!.values as Float32Array;
    expect(logQ[0]).toBeCloseTo(Math.log(0.3), 5);
    expect(logQ[1]).toBeCloseTo(Math.log(0.1), 5);
    expect(sampler.sample(7, Int32Array.of(2, 0))).toEqual(sampled);
    expect(sampler.sample(8, Int32Array.of(2, 0))).not.toEqual(sampled);
  });
});
