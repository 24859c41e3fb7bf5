import { describe, expect, it } from 'vitest';
import type { TrainingSet } from '../training-set.ts';
import { evidenceOf } from './evidence.ts';
import { FROZEN_AT_MS, twoSidedWorld } from './testing/two-sided-world.ts';

const { set } = twoSidedWorld({ people: 12, pairs: 20, seed: 2 });
const all = Uint32Array.from(set.outcomes.seekers.keys());
const decided = new Set(
  Array.from(all, (n) => [set.outcomes.seekers[n]!, set.outcomes.candidates[n]!].join()),
);
const [seeker, stranger] = undecidedPair();

function undecidedPair(): readonly [number, number] {
  for (let a = 0; a < 12; a++) {
    for (let b = 0; b < 12; b++) {
      if (a !== b && !decided.has([a, b].join()) && set.outcomes.seekers.includes(a)) return [a, b];
    }
  }
  throw new Error('everybody has met everybody');
}

const withShown = (pairs: readonly (readonly [number, number])[]): TrainingSet => ({
  ...set,
  shown: {
    ...set.shown,
    seekers: Uint32Array.from(pairs, ([a]) => a),
    candidates: Uint32Array.from(pairs, ([, b]) => b),
  },
});
const withTriplet = (trainingSet: TrainingSet): TrainingSet => ({
  ...trainingSet,
  triplets: {
    seekers: Uint32Array.of(seeker),
    positives: Uint32Array.of(set.outcomes.candidates[0]!),
    negatives: Uint32Array.of(stranger),
    weights: Float64Array.of(1),
  },
});

describe('evidence', () => {
  it('counts undecided pairs at low weight, once each', () => {
    const evidence = evidenceOf(
      withShown([
        [seeker, stranger],
        [seeker, stranger],
      ]),
      all,
    );
    expect(evidence.raters.length).toBe(all.length + 1);
    expect([evidence.raters.at(-1), evidence.rated.at(-1), evidence.labels.at(-1)]).toEqual([
      seeker,
      stranger,
      0,
    ]);
    expect(evidence.weights.at(-1)).toBeCloseTo(0.1, 5);
  });

  it('never takes a decided pair, nor its mirror, for undecided', () => {
    const pairs = Array.from(all, (n) => [set.outcomes.seekers[n]!, set.outcomes.candidates[n]!] as const);
    const mirrors = pairs.map(([a, b]) => [b, a] as const);
    // Also where the decision itself may not be learned from.
    expect(evidenceOf(withShown([...pairs, ...mirrors]), all.subarray(0, 10)).raters.length).toBe(all.length);
  });

  it('uses drawn candidates only where refusals are too few', () => {
    const refused = set.outcomes.labels.reduce((sum, label) => sum + 1 - label, 0);
    expect(refused).toBeGreaterThan(all.length / 3);
    expect(evidenceOf(withTriplet(set), all).raters.length).toBe(all.length);
    const chosenOnly = { ...set, outcomes: { ...set.outcomes, labels: new Uint8Array(all.length).fill(1) } };
    const evidence = evidenceOf(withTriplet(chosenOnly), all);
    expect(evidence.raters.length).toBeGreaterThan(all.length);
    expect(evidence.weights.at(-1)).toBeGreaterThan(0.1);
  });

  it('lets old outcomes count less, half after a year', () => {
    const atMs = set.outcomes.atMs.slice();
    atMs[0] = FROZEN_AT_MS - 365 * 86_400_000;
    const { weights } = evidenceOf({ ...set, outcomes: { ...set.outcomes, atMs } }, all);
    expect(weights[0]! / weights[1]!).toBeCloseTo(0.5, 2);
  });
});
