import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codebookLayout } from '../../src/semantic-ids/codebook-layout.ts';
import type { Histories } from '../../src/sequence-models/histories/histories.ts';
import { leaveOneOut } from '../../src/sequence-models/splits/leave-one-out.ts';
import { amongNew, casesOf, drawnItems, nearestText, withoutItems } from './cold-items.ts';
import { fittedCodes, publishedCodes, randomCodes } from './item-codes-of.ts';

const histories: Histories = {
  personIds: ['p', 'q'],
  itemIds: ['1', '2', '3', '4'],
  offsets: Uint32Array.of(0, 4, 7),
  items: Uint32Array.of(0, 1, 2, 3, 2, 1, 0),
  timestampsMs: Float64Array.of(1, 2, 3, 4, 1, 2, 3),
};
const isOut = Uint8Array.of(0, 1, 0, 1);

test('items that are kept out are in no history that is learned from, and targets apart', () => {
  const { offsets, items, timestampsMs } = withoutItems(histories, isOut);
  expect([[...offsets], [...items], [...timestampsMs]]).toEqual([
    [0, 2, 4],
    [0, 2, 2, 0],
    [1, 3, 1, 3],
  ]);
  const { test: cases } = leaveOneOut(histories);
  expect([...casesOf(cases, isOut, 1).people]).toEqual([0]);
  expect([...casesOf(cases, isOut, 0).people]).toEqual([1]);
  expect(drawnItems(100, 0.05, 1).reduce((sum, out) => sum + out, 0)).toBe(5);
});

test('nearest by the texts of the last items; among the new ones the others come last', async () => {
  const vectors = { values: Float32Array.of(1, 0, 0.6, 0.8, 0, 1, 1, 0), width: 2 };
  const batch = {
    offsets: Uint32Array.of(0, 2),
    items: Uint32Array.of(0, 2),
    timestampsMs: new Float64Array(2),
    momentsMs: new Float64Array(1),
  };
  const round = (scores: ArrayLike<number>) => Array.from(scores, (score) => Math.round(10 * score) / 10);
  expect(round(await nearestText(vectors, 1).score(batch))).toEqual([0, 0.8, 1, 0]);
  expect(round(await nearestText(vectors, 2).score(batch))).toEqual([1, 1.4, 1, 1]);
  expect(round(await amongNew(nearestText(vectors, 1), isOut).score(batch))).toEqual([-1e12, 0.8, -1e12, 0]);
});

test('codes of items kept out come from codebooks that do not know them, and have no suffix', async () => {
  const layout = codebookLayout(2, 'uniform', 2);
  const values = Float32Array.of(1, 0, 1, 0, 0, 1, 0.6, 0.8, 0.8, 0.6, 1, 0);
  const without = Uint8Array.of(0, 0, 0, 0, 0, 1);
  const { codes, suffixes } = await fittedCodes({ values, width: 2 }, layout, 1, without);
  expect([...codes.subarray(10)]).toEqual([...codes.subarray(0, 2)]);
  expect([suffixes[0], suffixes[1], suffixes[5]]).toEqual([0, 1, 0]);
  const same = await fittedCodes({ values: values.subarray(0, 10), width: 2 }, layout, 1);
  expect([...codes.subarray(0, 10)]).toEqual([...same.codes]);
});

test('random and published codes have the shape that they say', () => {
  const random = randomCodes(50, codebookLayout(3, 'multi', 8), 1);
  for (const [at, code] of random.codes.entries()) expect(code).toBeLessThan([8, 4, 2][at % 3]!);
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-codes-'));
  const file = join(folder, 'index.json');
  writeFileSync(
    file,
    JSON.stringify({ 0: ['<a_1>', '<b_5>'], 1: ['<a_0>', '<b_2>'], 2: ['<a_1>', '<b_5>'] }),
  );
  const { layout, codes, suffixes } = publishedCodes(file, ['1', '2', '3']);
  expect([layout.sizes, [...codes], [...suffixes]]).toEqual([
    [8, 8],
    [1, 5, 0, 2, 1, 5],
    [0, 0, 1],
  ]);
  expect(() => publishedCodes(file, ['4'])).toThrow('no codes of item 4');
  rmSync(folder, { recursive: true });
});
