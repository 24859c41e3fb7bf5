import { expect, test } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { Propensities } from './propensities.ts';
import { weighByPropensity } from './weigh-by-propensity.ts';

/** Outcomes of one seeker; slate n has the candidates of `slates[n]`. */
function outcomesOf(slates: readonly (readonly number[])[], weights?: readonly number[]): LabelledPairs {
  const rows = slates.flatMap((candidates, slate) => candidates.map((candidate) => ({ slate, candidate })));
  return {
    people: ['seeker', ...Array.from({ length: 50 }, (_, n) => `p${n}`)],
    seekers: new Uint32Array(rows.length),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    labels: Uint8Array.from(rows, ({ candidate }) => candidate % 2),
    weights: Float64Array.from(rows, (_, n) => weights?.[n] ?? 1),
    atMs: new Float64Array(rows.length),
    slates: Int32Array.from(rows, ({ slate }) => slate),
  };
}

/** All outcomes are of one key. */
const weigh = (outcomes: LabelledPairs, propensities: Propensities) =>
  weighByPropensity(outcomes, propensities, new Uint32Array(outcomes.labels.length));

test('without explored matches the outcomes stay the same object', () => {
  const outcomes = outcomesOf([[1, 2], [3]], [1.5, 1, 0.5]);
  expect(weigh(outcomes, new Propensities())).toBe(outcomes);
});

test('weights are the inverse with mean 1, and 1 where nothing was drawn', () => {
  const propensities = new Propensities();
  propensities.note(0, 1, 0.5);
  propensities.note(0, 2, 0.8);
  const { counts, weights } = weigh(outcomesOf([[1, 2], [3]], [2, 1, 1]), propensities);
  expect([...counts!].map((count) => count / counts![2]!)).toEqual([2, 1.25, 1]);
  expect([...weights].map((weight) => weight / weights[2]!)).toEqual([4, 1.25, 1]);
  expect(counts!.reduce((sum, count) => sum + count, 0)).toBeCloseTo(3, 12);
});

test.each([0.01, 0.05, 0.2, 0.6])('however rare the drawn are, most outcomes count: %f', (share) => {
  const propensities = new Propensities();
  const candidates = Array.from({ length: 200 }, (_, n) => n % 50);
  const slates = candidates.map((candidate) => [candidate]);
  for (const [slate, candidate] of candidates.entries())
    propensities.note(slate, candidate, slate < share * 200 ? 0.001 : 1);
  const { counts } = weigh(outcomesOf(slates), propensities);
  const squares = counts!.reduce((sum, count) => sum + count * count, 0);
  expect(200 / squares).toBeGreaterThanOrEqual(0.85);
  expect(counts![0]! / counts![199]!).toBeGreaterThan(1.5);
  expect(counts![0]! / counts![199]!).toBeLessThanOrEqual(10);
});

test('the weighted mean of what was shown is that of all who might have been shown', () => {
  // Odd numbers are chosen, and shown more often.
  const chances = new Map([1, 3, 5, 2, 4, 6, 8].map((candidate) => [candidate, candidate % 2 ? 0.9 : 0.5]));
  const propensities = new Propensities();
  const random = new SeededRandom(3);
  const slates = Array.from({ length: 4000 }, (_, slate) => {
    for (const [candidate, chance] of chances) propensities.note(slate, candidate, chance);
    return [...chances].filter(([, chance]) => random.chance(chance)).map(([candidate]) => candidate);
  });
  const { labels, counts } = weigh(outcomesOf(slates), propensities);
  const weighted = labels.reduce((sum, label, n) => sum + label * counts![n]!, 0) / labels.length;
  expect(Math.abs(weighted - 3 / 7)).toBeLessThan(0.02);
  expect(labels.filter((label) => label === 1).length / labels.length).toBeGreaterThan(0.55);
});

test('a key whose matches explore does not outweigh another', () => {
  const propensities = new Propensities();
  const slates = Array.from({ length: 400 }, (_, n) => [n % 50]);
  for (let slate = 0; slate < 200; slate++) propensities.note(slate, slate % 50, slate % 2 ? 0.1 : 0.5);
  const keys = Uint32Array.from(slates, (_, slate) => Number(slate < 200));
  const { counts } = weighByPropensity(outcomesOf(slates), propensities, keys);
  const sum = (from: number) => counts!.slice(from, from + 200).reduce((a, b) => a + b, 0);
  expect(sum(0) / sum(200)).toBeLessThanOrEqual(1.2 + 2 / Math.sqrt(200) + 1e-6);
  expect(sum(0) / sum(200)).toBeGreaterThan(1.2);
  expect(counts![1]! / counts![0]!).toBeGreaterThan(1.2);
});
