import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codebookLayout } from '../../src/behaviour/semantic-ids/codebook-layout.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import { leaveOneOut } from '../../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { randomUniform } from '../../src/platform/numeric/random-streams.ts';
import { recallByPopularity } from './by-popularity.ts';
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

test('recall is told by the training events of the target', () => {
  const { train, test: cases } = leaveOneOut(histories);
  // Items 0 and 1 stay in training, once each; the targets are 3 (no event) and 0.
  expect([...train.items]).toEqual([0, 1, 2]);
  const groups = recallByPopularity(train, cases, { ranks: Float64Array.of(4, 11) });
  expect(
    groups.map(({ fromEvents, toEvents, cases: count, recall }) => [fromEvents, toEvents, count, recall]),
  ).toEqual([
    [0, 1, 1, 1],
    [1, 5, 1, 0],
    [5, 10, 0, null],
    [10, 30, 0, null],
    [30, null, 0, null],
  ]);
});

test('a collaborative signal brings the codes of items that are had together nearer', async () => {
  const width = 8;
  const draw = randomUniform(1, 'vectors', 200 * width);
  const values = Float32Array.from(draw, (x) => x - 0.5);
  for (let item = 0; item < 200; item++) {
    const own = values.subarray(item * width, (item + 1) * width);
    const norm = Math.hypot(...own);
    for (let at = 0; at < width; at++) own[at]! /= norm;
  }
  // Item n is had with item n + 100 alone.
  const items = Uint32Array.from({ length: 4000 }, (_, at) => ((at >> 1) % 100) + (at % 2) * 100);
  const offsets = Uint32Array.from({ length: 2001 }, (_, person) => 2 * person);
  const layout = codebookLayout(2, 'uniform', 16);
  const shared = ({ codes }: { readonly codes: Uint16Array }) =>
    Array.from({ length: 100 }, (_, n) => Number(codes[2 * n] === codes[2 * (n + 100)])).reduce(
      (a, b) => a + b,
    );
  const by = await fittedCodes({ values, width }, layout, 1, undefined, { offsets, items, weight: 30 });
  expect(shared(by)).toBeGreaterThan(shared(await fittedCodes({ values, width }, layout, 1)));
});
