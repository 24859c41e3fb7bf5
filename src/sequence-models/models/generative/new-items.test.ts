import { expect, test } from 'vitest';
import { newItems, withNewItems } from './new-items.ts';

const probabilities = (logs: ArrayLike<number>) =>
  Array.from(logs, (log) => Math.round(1e4 * Math.exp(log)) / 1e4);
/** Items 0 and 1 are known; contents have two dimensions. */
const known = Uint8Array.of(1, 1, 0, 0);
const vectors = Float32Array.of(1, 0, 0, Math.log(3), Math.log(4), 0, 0, 1);
const contents = { vectors, width: 2, weights: { last: 1, recent: 0 } };
const history = Uint32Array.of(0);

test('new items share ν by the similarity of their content to that of the last items', () => {
  const novelItems = newItems(known, { share: 0.1, contents });
  expect([...novelItems.items]).toEqual([2, 3]);
  expect(probabilities(novelItems.logProbabilities(history))).toEqual([0.08, 0.02]);
  expect(probabilities(novelItems.logProbabilities(Uint32Array.of(0, 1)))).toEqual([0.025, 0.075]);
  expect(probabilities(novelItems.logProbabilities(new Uint32Array()))).toEqual([0.05, 0.05]);
  expect(probabilities([novelItems.logKnownShare])).toEqual([0.9]);
  const recent = newItems(known, { share: 0.1, contents: { ...contents, weights: { last: 0, recent: 2 } } });
  expect(probabilities(recent.logProbabilities(Uint32Array.of(0, 1)))).toEqual([0.0571, 0.0429]);
  // Only the last five items count.
  expect(probabilities(recent.logProbabilities(Uint32Array.of(1, 0, 0, 0, 0, 0)))).toEqual([0.0941, 0.0059]);
});

test('all new items are equally likely without contents', () => {
  const novelItems = newItems(known, { share: 0.1, contents: null });
  expect(probabilities(novelItems.logProbabilities(history))).toEqual([0.05, 0.05]);
});

test('new items have probability 1 if no item is known, known items if none is new', () => {
  const all = newItems(new Uint8Array(4), { share: 0.1, contents: null });
  expect(probabilities(all.logProbabilities(history))).toEqual([0.25, 0.25, 0.25, 0.25]);
  const none = newItems(Uint8Array.of(1, 1), { share: 0.1, contents: null });
  expect([none.logKnownShare, none.logProbabilities(history).length]).toEqual([0, 0]);
});

test('known and new items are in one list, by probability, ties by their order', () => {
  const novelItems = newItems(known, { share: 0.5, contents: null });
  const found = { items: Uint32Array.of(1, 0), scores: Float64Array.of(Math.log(0.8), Math.log(0.2)) };
  const order = Uint32Array.of(3, 2, 1, 0);
  const listed = (width: number) =>
    withNewItems(found, novelItems, novelItems.logProbabilities(history), { width, order });
  expect([...listed(4).items]).toEqual([1, 3, 2, 0]);
  expect(probabilities(listed(4).scores)).toEqual([0.4, 0.25, 0.25, 0.1]);
  expect([...listed(2).items]).toEqual([1, 3]);
});
