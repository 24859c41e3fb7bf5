import { expect, test } from 'vitest';
import { codebookLayout } from '../../../semantic-ids/codebook-layout.ts';
import type { FittedTokenizer } from '../../../tokenizers/fitted-tokenizer.ts';
import { codesOfCatalogue, pathsOf } from './item-codes.ts';

const layout = codebookLayout(2, 'uniform', 4);
const codesOf = (rows: readonly (readonly [number, number])[], suffixes: readonly number[]) => ({
  tokenizerId: 'tok',
  layout,
  codes: Uint16Array.from(rows.flat()),
  suffixes: Uint32Array.from(suffixes),
});

test('items with equal codes have their suffix as number, and the lowest free numbers by id without one', () => {
  const rows = [
    [1, 1],
    [1, 1],
    [2, 0],
    [1, 1],
    [1, 1],
  ] as const;
  // Items of the fit: d without a suffix, b with 1, a with 3; the item with 2 was removed. c and e are new.
  const ids = ['a', 'b', 'e', 'c', 'd'];
  expect([...pathsOf(codesOf(rows, [3, 1, 0, 0, 0]), ids).numbers]).toEqual([3, 1, 0, 0, 2]);
  // A later item does not change the number of an item with a suffix.
  const more = pathsOf(codesOf([...rows, [1, 1]], [3, 1, 0, 0, 0, 0]), [...ids, 'bb']);
  expect([...more.numbers].slice(0, 2)).toEqual([3, 1]);
  expect(new Set([0, 1, 3, 4, 5].map((item) => more.numbers[item])).size).toBe(5);
});

test('codes of a catalogue are requested for a thousand items at a time, new items included', async () => {
  const calls: number[] = [];
  const tokenizer: FittedTokenizer = {
    tokenizerId: 'tok',
    layout,
    catalogue: { itemIds: [], codes: new Uint16Array(), suffixes: new Uint32Array() },
    unknownWithoutContent: () => [],
    assign: async (items) => {
      calls.push(items.length);
      return items.map(({ itemId }) => {
        const number = Number(itemId);
        return {
          itemId,
          codes: [number % 4, (number >> 2) % 4],
          coldStart: number > 1500,
          collisionSuffix: number < 16 || number > 1500 ? null : number >> 4,
        };
      });
    },
  };
  const items = Array.from({ length: 2001 }, (_, at) => ({ itemId: String(at), text: null, imageUrl: null }));
  const { codes, suffixes, tokenizerId } = await codesOfCatalogue(tokenizer, items);
  expect([calls, tokenizerId]).toEqual([[1000, 1000, 1], 'tok']);
  expect([...codes.subarray(2 * 1506, 2 * 1507)]).toEqual([2, 0]);
  expect([suffixes[3], suffixes[35], suffixes[1600]]).toEqual([0, 2, 0]);
});
