import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import {
  affinities,
  type CollaborativeSettings,
  type CollaborativeVectors,
  fitCollaborativeVectors,
} from './collaborative-vectors.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const settings: CollaborativeSettings = {
  dimension: 3,
  unseen: 0.05,
  ridge: 0.2,
  halfLifeDays: Number.POSITIVE_INFINITY,
  sweeps: 12,
};

/** Seekers 0 to S − 1 with tastes for candidates S to S + C − 1; every third pair is left unseen. */
function world(seed: number, seekers = 40, candidates = 40) {
  const random = new SeededRandom(seed);
  const vectors = Array.from({ length: seekers + candidates }, () => [
    1.4 * random.normal(),
    1.4 * random.normal(),
  ]);
  const all = Array.from({ length: seekers * candidates }, (_, n) => {
    const seeker = n % seekers;
    const candidate = seekers + Math.floor(n / seekers);
    const logOdds =
      -0.5 + vectors[seeker]![0]! * vectors[candidate]![0]! + vectors[seeker]![1]! * vectors[candidate]![1]!;
    return {
      seeker,
      candidate,
      logOdds,
      label: Number(random.uniform() < sigmoid(logOdds)),
      seen: random.uniform() < 2 / 3,
    };
  });
  const pairsOf = (rows: typeof all): LabelledPairs => ({
    people: vectors.map((_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    labels: Uint8Array.from(rows, ({ label }) => label),
    weights: new Float64Array(rows.length).fill(1),
    atMs: new Float64Array(rows.length).fill(NOW),
  });
  return { seen: pairsOf(all.filter(({ seen }) => seen)), unseen: pairsOf(all.filter(({ seen }) => !seen)) };
}

const vectorsOf = (pairs: LabelledPairs, overrides: Partial<CollaborativeSettings> = {}, offset = -0.5) =>
  fitCollaborativeVectors(
    { pairs, offsets: new Float64Array(pairs.seekers.length).fill(offset), nowMs: NOW, seed: 1 },
    { ...settings, ...overrides },
  );

const meanLoss = (pairs: LabelledPairs, affinity: Float64Array, offset = -0.5) =>
  affinity.reduce(
    (sum, a, n) => sum - Math.log(sigmoid((offset + a) * (pairs.labels[n] === 1 ? 1 : -1))),
    0,
  ) / affinity.length;

describe('collaborative vectors', () => {
  it('say more of unseen pairs of known people than the offset does', () => {
    const { seen, unseen } = world(1);
    const blind = meanLoss(unseen, new Float64Array(unseen.seekers.length));
    expect(meanLoss(unseen, affinities(vectorsOf(seen), unseen))).toBeLessThan(blind - 0.05);
  });

  it('lower the declared objective with every sweep', () => {
    const { seen } = world(2);
    let before = Number.POSITIVE_INFINITY;
    for (let sweeps = 1; sweeps <= 8; sweeps++) {
      const now = objective(seen, vectorsOf(seen, { sweeps }));
      expect(now).toBeLessThan(before + 1e-4);
      before = now;
    }
  });

  it('are where the gradient of the objective vanishes', () => {
    const { seen } = world(3, 8, 8);
    const vectors = vectorsOf(seen, { sweeps: 600, dimension: 2 });
    const at = objective(seen, vectors);
    for (const [name, position] of [
      ['taste', 3],
      ['appeal', 8 * 2 + 1],
    ] as const) {
      const moved = (by: number) => {
        const values = Float32Array.from(vectors[name]);
        values[position]! += by;
        return objective(seen, { ...vectors, [name]: values });
      };
      expect(Math.abs(moved(0.01) - moved(-0.01)) / 0.02).toBeLessThan(0.02);
      expect(moved(0.1)).toBeGreaterThan(at);
    }
  });

  it('stay at zero for people without outcomes, and near it where an outcome is old', () => {
    const { seen } = world(4);
    const one: LabelledPairs = {
      ...seen,
      seekers: seen.seekers.slice(0, 1),
      candidates: seen.candidates.slice(0, 1),
      labels: Uint8Array.of(1),
      weights: Float64Array.of(1),
      atMs: Float64Array.of(NOW - 100 * DAY_MS),
    };
    const young = vectorsOf(one, { halfLifeDays: 1e6 });
    const absent = { seekers: Uint32Array.of(5), candidates: Uint32Array.of(50) };
    expect(affinities(young, absent)).toEqual(Float64Array.of(0));
    expect(affinities(young, one)[0]!).toBeGreaterThan(0);
    const old = vectorsOf(one, { halfLifeDays: 5 });
    expect(affinities(old, one)[0]!).toBeLessThan(affinities(young, one)[0]! / 2);
  });

  it('pull choices up and nothing else where only choices are known', () => {
    const { seen, unseen } = world(5);
    const chosen = [...seen.labels.keys()].filter((row) => seen.labels[row] === 1);
    const only: LabelledPairs = {
      ...seen,
      seekers: Uint32Array.from(chosen, (row) => seen.seekers[row]!),
      candidates: Uint32Array.from(chosen, (row) => seen.candidates[row]!),
      labels: new Uint8Array(chosen.length).fill(1),
      weights: new Float64Array(chosen.length).fill(1),
      atMs: new Float64Array(chosen.length).fill(NOW),
    };
    const found = affinities(vectorsOf(only, { unseen: 2 }, -2), unseen);
    const meanOf = (label: number) => mean(found.filter((_, n) => unseen.labels[n] === label));
    expect(meanOf(1)).toBeGreaterThan(meanOf(0) + 0.1);
  });

  it('are the same for the same seed', () => {
    const { seen } = world(6);
    expect(vectorsOf(seen, { sweeps: 2 })).toEqual(vectorsOf(seen, { sweeps: 2 }));
  });
});

/** The objective of the essay, written out over every pair. */
function objective(pairs: LabelledPairs, vectors: CollaborativeVectors): number {
  const { dimension: K, taste, appeal } = vectors;
  const found = affinities(vectors, pairs);
  const seekers = new Set(pairs.seekers);
  const candidates = new Set(pairs.candidates);
  const unseen = (settings.unseen * pairs.seekers.length) / (seekers.size * candidates.size);
  let sum = 0;
  for (const [n, affinity] of found.entries())
    sum -= Math.log(sigmoid((-0.5 + affinity) * (pairs.labels[n] === 1 ? 1 : -1)));
  for (const seeker of seekers)
    for (const candidate of candidates)
      sum +=
        (unseen / 8) *
        affinities(vectors, { seekers: Uint32Array.of(seeker), candidates: Uint32Array.of(candidate) })[0]! **
          2;
  const ridgeOf = (
    persons: ReadonlySet<number>,
    column: Uint32Array,
    values: Float32Array,
    others: number,
  ) => {
    for (const person of persons) {
      const weight = column.reduce((count, other) => count + Number(other === person), 0) / 4;
      const squares = values
        .subarray(person * K, (person + 1) * K)
        .reduce((total, value) => total + value ** 2, 0);
      sum += (settings.ridge / 2) * (weight + (unseen / 4) * others) * squares;
    }
  };
  ridgeOf(seekers, pairs.seekers, taste, candidates.size);
  ridgeOf(candidates, pairs.candidates, appeal, seekers.size);
  return sum;
}
