import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutualOutcomes } from '../evaluate/mutual-outcomes.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { splitByTime } from './split-by-time.ts';

const PEOPLE = 12;
const anyRows = fc.uniqueArray(
  fc
    .tuple(fc.nat(PEOPLE - 1), fc.nat(PEOPLE - 1), fc.nat(50), fc.nat(1))
    .filter(([seeker, candidate]) => seeker !== candidate),
  { maxLength: 80, selector: ([seeker, candidate]) => seeker * PEOPLE + candidate },
);

function pairsOf(
  rows: readonly (readonly [number, number, number, number])[],
  people = PEOPLE,
): LabelledPairs {
  return {
    people: Array.from({ length: people }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ([seeker]) => seeker),
    candidates: Uint32Array.from(rows, ([, candidate]) => candidate),
    labels: Uint8Array.from(rows, ([, , , label]) => label),
    weights: Float64Array.from(rows, () => 1),
    atMs: Float64Array.from(rows, ([, , at]) => at),
  };
}

describe('splitting outcomes by time', () => {
  it('parts the rows: every row on exactly one side, a pair and its mirror on the same', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(1000), (rows, seed) => {
        const pairs = pairsOf(rows);
        const { train, heldOut } = splitByTime(pairs, { seekerShare: 0.25, timeShare: 0.3, seed });
        expect([...train, ...heldOut].sort((a, b) => a - b)).toEqual([...rows.keys()]);
        const unordered = (row: number) => [pairs.seekers[row]!, pairs.candidates[row]!].sort().join();
        const trained = new Set([...train].map(unordered));
        for (const row of heldOut) expect(trained.has(unordered(row))).toBe(false);
      }),
    );
  });

  it('trains on nothing that a new seeker decided, and marks exactly their rows', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(1000), (rows, seed) => {
        const pairs = pairsOf(rows);
        const { train, heldOut, newSeeker } = splitByTime(pairs, { seekerShare: 0.25, seed });
        const known = new Set([...train].map((row) => pairs.seekers[row]!));
        for (const [n, row] of heldOut.entries())
          if (newSeeker[n] === 1) expect(known.has(pairs.seekers[row]!)).toBe(false);
        const marked = new Set(
          [...heldOut].filter((_, n) => newSeeker[n] === 1).map((row) => pairs.seekers[row]!),
        );
        expect([...marked].filter((seeker) => known.has(seeker))).toEqual([]);
      }),
    );
  });

  it("holds out a seeker's latest outcomes: without mirrors none that is trained on is later", () => {
    const rows = Array.from({ length: 100 }, (_, n) => [n % 4, 4 + n, (n * 37) % 100, n % 2] as const);
    const pairs = pairsOf(rows, 104);
    const { train, heldOut, newSeeker } = splitByTime(pairs, { seekerShare: 0.25, timeShare: 0.2 });
    const latestTrained = new Map<number, number>();
    for (const row of train) {
      const seeker = pairs.seekers[row]!;
      latestTrained.set(seeker, Math.max(latestTrained.get(seeker) ?? 0, pairs.atMs[row]!));
    }
    const future = [...heldOut].filter((_, n) => newSeeker[n] === 0);
    expect(future.length).toBeGreaterThanOrEqual(15);
    for (const row of future)
      expect(pairs.atMs[row]!).toBeGreaterThan(latestTrained.get(pairs.seekers[row]!)!);
  });

  it('holds out about the share of seekers, each on the same side whatever others do', () => {
    const rows = Array.from({ length: 4000 }, (_, n) => [n % 400, 400 + (n % 7), n, n % 2] as const);
    const newOnes = (given: typeof rows) => {
      const pairs = pairsOf(given, 410);
      const { heldOut, newSeeker } = splitByTime(pairs, { seekerShare: 0.2, seed: 3 });
      return new Set([...heldOut].filter((_, n) => newSeeker[n] === 1).map((row) => pairs.seekers[row]!));
    };
    const all = newOnes(rows);
    expect(all.size).toBeGreaterThan(55);
    expect(all.size).toBeLessThan(105);
    const half = newOnes(rows.filter(([seeker]) => seeker < 200));
    expect([...half].sort()).toEqual([...all].filter((seeker) => seeker < 200).sort());
  });

  it('holds out outcomes of one moment by chance: no person is held out of every list', () => {
    const rows = Array.from(
      { length: 2000 },
      (_, n) => [n % 100, 100 + Math.floor(n / 100), 0, n % 2] as const,
    );
    const pairs = pairsOf(rows, 120);
    const { heldOut, newSeeker } = splitByTime(pairs, { seekerShare: 0 });
    expect(newSeeker.includes(1)).toBe(false);
    const times = new Map<number, number>();
    for (const row of heldOut)
      times.set(pairs.candidates[row]!, (times.get(pairs.candidates[row]!) ?? 0) + 1);
    expect(times.size).toBe(20);
    // 3 of 20 of each seeker's: 15 of 100 a candidate on average.
    expect(Math.max(...times.values())).toBeLessThan(35);
  });

  it('is the same for the same seed', () => {
    const pairs = pairsOf(Array.from({ length: 60 }, (_, n) => [n % 6, 6 + (n % 5), n, n % 2] as const));
    expect(splitByTime(pairs, { seed: 4 })).toEqual(splitByTime(pairs, { seed: 4 }));
    expect(splitByTime(pairs, { seed: 4 })).not.toEqual(splitByTime(pairs, { seed: 5 }));
  });
});

describe('mutual outcomes', () => {
  it('are the pairs that were decided from both sides, once each', () => {
    const pairs = pairsOf([
      [0, 1, 0, 1],
      [1, 0, 0, 1],
      [2, 3, 0, 1],
      [3, 2, 0, 0],
      [4, 5, 0, 1],
    ]);
    expect(mutualOutcomes(pairs)).toEqual({
      forward: Uint32Array.of(0, 2),
      backward: Uint32Array.of(1, 3),
      labels: Uint8Array.of(1, 0),
      weights: Float64Array.of(1, 1),
    });
  });
});
