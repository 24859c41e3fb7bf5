import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { boundWeights, MOST_OVER_MEDIAN } from './bound-weights.ts';

/** Outcomes of `people` seekers and as many candidates at random, with weights by what a product tracks. */
function product(outcomes: number, people: number, weights: readonly number[], seed: number) {
  const random = new SeededRandom(seed);
  const numbers = () => Uint32Array.from({ length: outcomes }, () => random.below(people));
  return {
    weights: Float64Array.from({ length: outcomes }, () => random.pick(weights)),
    groups: { keys: new Uint32Array(outcomes), seekers: numbers(), candidates: numbers() },
  };
}

test('a product with one key counts as it sends, whatever it tracks', () => {
  for (const weights of [[0.25, 1, 2, 5], [0.25, 0.25, 0.25, 1, 5], [1]])
    for (const [outcomes, people] of [
      [300, 20],
      [2000, 100],
      [5000, 1000],
    ] as const) {
      const { weights: sent, groups } = product(outcomes, people, weights, outcomes);
      expect(new Set(boundWeights(sent, groups).factors)).toEqual(new Set([1]));
    }
});

test('keys that send the same kind of outcomes count as they send', () => {
  const { weights, groups } = product(2000, 100, [0.25, 1, 2, 5], 3);
  const keys = Uint32Array.from(weights, (_, row) => (row % 10 === 0 ? 1 : row % 2 === 0 ? 2 : 0));
  expect(new Set(boundWeights(weights, { ...groups, keys }).factors)).toEqual(new Set([1]));
});

test('one seeker, or one candidate, cannot outweigh all others', () => {
  for (const role of ['seekers', 'candidates'] as const) {
    const { weights, groups } = product(2500, 100, [1], 4);
    const of = groups[role].map((person, row) => (row < 500 ? 100 : person));
    const sent = weights.map((weight, row) => (row < 500 ? 100 * weight : weight));
    const { factors } = boundWeights(sent, { ...groups, [role]: of });
    const counted = sent.map((weight, row) => weight * factors[row]!);
    const own = counted.slice(0, 500).reduce((sum, weight) => sum + weight, 0);
    expect(own / 2000).toBeLessThan((1.5 + 3 / Math.sqrt(500)) * 0.25 + 1e-3);
    expect(factors.slice(500).every((factor) => factor === 1)).toBe(true);
  }
});

test('twenty seekers of great weight together stay below the others', () => {
  const { weights, groups } = product(2500, 100, [1], 5);
  const seekers = groups.seekers.map((person, row) => (row < 500 ? 100 + (row % 20) : person));
  const sent = weights.map((weight, row) => (row < 500 ? 100 * weight : weight));
  const { factors } = boundWeights(sent, { ...groups, seekers });
  const own = sent.slice(0, 500).reduce((sum, weight, row) => sum + weight * factors[row]!, 0);
  expect(own).toBeLessThan(2000);
});

test('a key with tiny weights does not silence another', () => {
  const { weights, groups } = product(2100, 100, [1], 6);
  const keys = Uint32Array.from(weights, (_, row) => Number(row < 100));
  const sent = weights.map((weight, row) => (row < 100 ? 1e-9 : weight));
  const { factors } = boundWeights(sent, { ...groups, keys });
  const counted = sent.map((weight, row) => weight * factors[row]!);
  const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
  expect(sum(counted.slice(100)) / sum(counted)).toBeGreaterThan(0.9);
});

test('a single outcome weighs at most so many times the median', () => {
  const { weights, groups } = product(200, 10, [1], 7);
  weights[3] = 100;
  const { factors, overMedian } = boundWeights(weights, groups);
  expect(overMedian).toBe(1);
  expect(weights[3] * factors[3]!).toBeLessThanOrEqual(MOST_OVER_MEDIAN);
});

test('any weights give shares of 0 to 1, and no weight grows', () => {
  const row = fc.record({
    weight: fc.constantFrom(100, 1, 0.25, 1e-12, Number.MIN_VALUE),
    key: fc.nat(3),
    seeker: fc.nat(4),
    candidate: fc.nat(4),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const { factors } = boundWeights(
        Float64Array.from(rows, ({ weight }) => weight),
        {
          keys: Uint32Array.from(rows, ({ key }) => key),
          seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
          candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
        },
      );
      expect(factors.every((factor) => factor >= 0 && factor <= 1)).toBe(true);
      expect(rows.length === 0 || factors.some((factor) => factor > 0)).toBe(true);
    }),
  );
});
