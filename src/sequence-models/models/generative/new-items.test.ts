import { expect, test } from 'vitest';
import { newItems, withNewItems } from './new-items.ts';

const probabilities = (logs: ArrayLike<number>) =>
  Array.from(logs, (log) => Math.round(1e4 * Math.exp(log)) / 1e4);
/** Items 0 and 1 were learned from; contents of two dimensions. */
const known = Uint8Array.of(1, 1, 0, 0);
const vectors = Float32Array.of(1, 0, 0, Math.log(3), Math.log(4), 0, 0, 1);
const contents = { vectors, width: 2, weights: { last: 1, recent: 0 } };
const history = Uint32Array.of(0);

test('new items share ν by how like their content is to that of the last items', () => {
  const fresh = newItems(known, { share: 0.1, contents });
  expect([...fresh.items]).toEqual([2, 3]);
  expect(probabilities(fresh.logProbabilities(history))).toEqual([0.08, 0.02]);
  expect(probabilities(fresh.logProbabilities(Uint32Array.of(0, 1)))).toEqual([0.025, 0.075]);
  expect(probabilities(fresh.logProbabilities(new Uint32Array()))).toEqual([0.05, 0.05]);
  expect(probabilities([fresh.others])).toEqual([0.9]);
  const recent = newItems(known, { share: 0.1, contents: { ...contents, weights: { last: 0, recent: 2 } } });
  expect(probabilities(recent.logProbabilities(Uint32Array.of(0, 1)))).toEqual([0.0571, 0.0429]);
  // Five at most: what was before is not read.
  expect(probabilities(recent.logProbabilities(Uint32Array.of(1, 0, 0, 0, 0, 0)))).toEqual([0.0941, 0.0059]);
});

test('where nothing is known of contents all new ones are alike', () => {
  const fresh = newItems(known, { share: 0.1, contents: null });
  expect(probabilities(fresh.logProbabilities(history))).toEqual([0.05, 0.05]);
});

test('without known items new ones have all, without new ones the others', () => {
  const all = newItems(new Uint8Array(4), { share: 0.1, contents: null });
  expect(probabilities(all.logProbabilities(history))).toEqual([0.25, 0.25, 0.25, 0.25]);
  const none = newItems(Uint8Array.of(1, 1), { share: 0.1, contents: null });
  expect([none.others, none.logProbabilities(history).length]).toEqual([0, 0]);
});

test('both kinds stand in one list, by probability, ties by their order', () => {
  const fresh = newItems(known, { share: 0.5, contents: null });
  const found = { items: Uint32Array.of(1, 0), scores: Float64Array.of(Math.log(0.8), Math.log(0.2)) };
  const order = Uint32Array.of(3, 2, 1, 0);
  const listed = (width: number) =>
    withNewItems(found, fresh, fresh.logProbabilities(history), { width, order });
  expect([...listed(4).items]).toEqual([1, 3, 2, 0]);
  expect(probabilities(listed(4).scores)).toEqual([0.4, 0.25, 0.25, 0.1]);
  expect([...listed(2).items]).toEqual([1, 3]);
});
