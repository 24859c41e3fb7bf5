import { expect, test } from 'vitest';
import { linkNewItems } from './link-new-items.ts';
import { meanNewShare, newItems, noLinks, withNewItems } from './new-items.ts';

const context = { signal: new AbortController().signal, threads: 1 };
const probabilities = (logs: ArrayLike<number>) =>
  Array.from(logs, (log) => Math.round(1e4 * Math.exp(log)) / 1e4);
/** Items 0 and 1 are known. */
const known = Uint8Array.of(1, 1, 0, 0);
/** Item 2 resembles both known items, item 3 the second alone. */
const links = {
  neighbourCount: 2,
  neighbours: Uint32Array.of(0, 1, 1, 0),
  transfers: Float32Array.of(0.5, 0.5, 0.5, 0),
};
const byDecoder = [Math.log(0.75), Math.log(0.25)];

test('known items hand over probability to the new ones that resemble them', () => {
  const { items, shared } = newItems(known, links);
  expect([...items]).toEqual([2, 3]);
  const result = shared(Uint32Array.of(0, 1), byDecoder);
  expect(probabilities(result.known)).toEqual([0.5, 0.125]);
  expect(probabilities(result.fresh)).toEqual([0.3125, 0.0625]);
});

test('what the decoder finds unlikely stays unlikely for the items that resemble it', () => {
  const { shared } = newItems(known, links);
  const { fresh } = shared(Uint32Array.of(0, 1), [Math.log(0.999), Math.log(0.001)]);
  expect(Math.exp(fresh[1]!)).toBeLessThan(0.001);
});

test('new items have probability 1 if no item is known, known items if none is new', () => {
  expect(probabilities(newItems(new Uint8Array(4), noLinks).shared(new Uint32Array(), []).fresh)).toEqual([
    0.25, 0.25, 0.25, 0.25,
  ]);
  const none = newItems(Uint8Array.of(1, 1), noLinks).shared(Uint32Array.of(0, 1), byDecoder);
  expect([probabilities(none.known), none.fresh.length]).toEqual([[0.75, 0.25], 0]);
});

test('known and new items are in one list, by probability, ties by their order', () => {
  const fresh = newItems(known, links);
  const found = { items: Uint32Array.of(0, 1), scores: Float64Array.from(byDecoder) };
  const order = Uint32Array.of(3, 2, 1, 0);
  const listed = (width: number) => withNewItems(found, fresh, { width, order });
  expect([...listed(4).items]).toEqual([0, 2, 1, 3]);
  expect(probabilities(listed(4).scores)).toEqual([0.5, 0.3125, 0.125, 0.0625]);
  expect([...listed(2).items]).toEqual([0, 2]);
  const even = { ...found, scores: Float64Array.of(Math.log(0.5), Math.log(0.5)) };
  const tied = { ...links, transfers: Float32Array.of(1, 0, 1, 0) };
  // Every item has probability 1/4.
  expect([...withNewItems(even, newItems(known, tied), { width: 4, order }).items]).toEqual([3, 2, 1, 0]);
});

test('the mean share is that of what popular items hand over', () => {
  expect(meanNewShare(links, [3, 1, 0, 0])).toBeCloseTo((3 * (1 / 3) + 1 * (1 / 2)) / 4, 9);
  expect(meanNewShare(noLinks, [3, 1])).toBe(0);
});

/** Known items 0 to 3, most events first, and new items 4 to 6; the last says nothing. */
const contents = {
  width: 2,
  values: Float32Array.of(1, 0, 0, 1, -1, 0, 0, -1, 0.9, 0.1, -1, 0.1, 0, 0),
};
const linkable = {
  newItems: Uint32Array.of(4, 5, 6),
  known: Uint32Array.of(0, 1, 2, 3),
  rates: Float32Array.of(0.1, 0.2, 0.01),
  contents,
};

test('a new item is linked with the known ones that it resembles, by its rate', async () => {
  const { neighbourCount, neighbours, transfers } = await linkNewItems(linkable, context);
  expect(neighbourCount).toBe(4);
  const linkOf = (row: number, item: number) =>
    transfers[4 * row + neighbours.subarray(4 * row, 4 * row + 4).indexOf(item)]!;
  expect(linkOf(0, 0)).toBeGreaterThan(0.09);
  expect(linkOf(1, 2)).toBeGreaterThan(0.19);
  const sum = (row: number) => transfers.subarray(4 * row, 4 * row + 4).reduce((all, one) => all + one, 0);
  expect([sum(0), sum(1), sum(2)].map((value) => value.toFixed(4))).toEqual(['0.1000', '0.2000', '0.0100']);
  // The item that says nothing is linked with those that have the fewest events first.
  expect([...neighbours.subarray(8)]).toEqual([3, 2, 1, 0]);
});

test('a known item hands over half of what it keeps at most, however many new items resemble it', async () => {
  const many = 100;
  const values = new Float32Array(2 * (4 + many));
  values.set(contents.values.subarray(0, 8));
  for (let row = 4; row < 4 + many; row++) values[2 * row] = 1;
  const { neighbours, transfers } = await linkNewItems(
    {
      ...linkable,
      newItems: Uint32Array.from({ length: many }, (_, nth) => 4 + nth),
      rates: new Float32Array(many).fill(1),
      contents: { width: 2, values },
    },
    context,
  );
  let ofFirst = 0;
  for (const [link, item] of neighbours.entries()) if (item === 0) ofFirst += transfers[link]!;
  expect(ofFirst).toBeCloseTo(0.5, 4);
});
