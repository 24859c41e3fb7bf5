import { expect, test } from 'vitest';
import { randomNormal } from '../../../numeric/random-streams.ts';
import { fitContent } from './fit-content.ts';
import { batchOf } from './testing/pattern-problem.ts';

const [I, W] = [200, 6];
const texts = Float32Array.from(randomNormal(1, 'texts', I * W));
/** Items 2n and 2n + 1 have nearly the same text. */
const pairs = texts.map((value, at) => 0.4 * texts[at - (at % (2 * W)) + (at % W)]! + 0.04 * value);
const trainOf = (rows: readonly (readonly number[])[]) => ({ ...batchOf(rows), personIds: [], itemIds: [] });
const fitOn = (rows: readonly (readonly number[])[]) =>
  fitContent({ values: pairs, width: W }, trainOf(rows), 1);

test('the last item has the greater weight if the next item is similar to it', () => {
  const rows = Array.from({ length: 400 }, (_, at) => [(7 * at) % I, at % I, (at % I) ^ 1]);
  const { vectors, weights } = fitOn(rows)!;
  expect(weights.last).toBeGreaterThan(weights.recent);
  const means = Array.from({ length: W }, (_, w) =>
    vectors.reduce((sum, value, at) => sum + (at % W === w ? value : 0), 0),
  );
  for (const mean of means) expect(mean).toBeCloseTo(0, 3);
});

test('both weights are small if the next item is similar to no earlier one', () => {
  const rows = Array.from({ length: 400 }, (_, at) => [(at * 7) % I, (at * 31 + 13) % I, (at * 77 + 50) % I]);
  const { weights } = fitOn(rows)!;
  expect(weights.last + weights.recent).toBeLessThanOrEqual(1);
});

test('there is nothing to fit without a history of two items', () => {
  expect(fitOn([[1], [2]])).toBeNull();
});
