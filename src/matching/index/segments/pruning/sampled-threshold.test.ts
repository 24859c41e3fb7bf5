import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BlockReader } from '../query/block-reader.ts';
import { dice } from '../testing/random-program.ts';
import type { SharedQuery } from '../workers/query-protocol.ts';
import { sampledThreshold } from './sampled-threshold.ts';

const BLOCK = 4096;

/** The threshold for the k best of these scores, of which each block has `BLOCK`. */
function thresholdOf(scores: readonly number[], k: number): number {
  const blocks = scores.length / BLOCK;
  const query = { among: scores.length, items: new Uint32Array(3 * blocks) } as unknown as SharedQuery;
  return sampledThreshold(k, query, (item) => {
    const sample = (stride: number, into: { offer(score: number): void }) => {
      for (let row = 0; row < BLOCK; row += stride) into.offer(scores[item * BLOCK + row]!);
    };
    return { sample } as unknown as BlockReader;
  });
}

const unread = () => {
  throw new Error('no row is read');
};

const reaching = (scores: readonly number[], threshold: number) =>
  scores.filter((score) => score >= threshold).length;

it('leaves the k best and not three times as many, in whatever order the rows are', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(800, 2000, 5000), fc.boolean(), (seed, k, isSorted) => {
      const d = dice(seed);
      const drawn = Array.from({ length: 5 * BLOCK }, () => d.random());
      const scores = isSorted ? drawn.toSorted((a, b) => a - b) : drawn;
      const left = reaching(scores, thresholdOf(scores, k));
      expect(left).toBeGreaterThanOrEqual(k);
      expect(left).toBeLessThan(3 * k);
    }),
    { numRuns: 100 },
  );
});

it('is no threshold for few rows, nor where most of them are wanted', () => {
  const scores = Array.from({ length: 2 * BLOCK }, (_, n) => n / (2 * BLOCK));
  expect(thresholdOf(scores, 5000)).toBe(Number.NEGATIVE_INFINITY);
  expect(thresholdOf(scores, 2000)).toBeGreaterThan(0.5);
  const few = { among: 1000, items: new Uint32Array(3) } as unknown as SharedQuery;
  expect(sampledThreshold(10, few, unread)).toBe(Number.NEGATIVE_INFINITY);
});

it('counts on blocks that differ, where only some of many are read', () => {
  // One block in eight has all of the best.
  const scores = Array.from({ length: 64 * BLOCK }, (_, n) => (Math.floor(n / BLOCK) % 8 === 3 ? 1 : 0.1));
  expect(reaching(scores, thresholdOf(scores, 8 * BLOCK))).toBeGreaterThanOrEqual(8 * BLOCK);
});
