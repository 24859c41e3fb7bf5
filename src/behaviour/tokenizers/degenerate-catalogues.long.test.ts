/**
 * Catalogues with hardly any content: the fit works or fails with a message, and a fitted tokenizer gives
 * codes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from './bundle/read-bundle.ts';
import { openTokenizerWorld, TENANT, type TokenizerWorld } from './testing/tokenizer-world.ts';

let world: TokenizerWorld;
beforeAll(async () => {
  world = await openTokenizerWorld();
}, 60_000);
afterAll(() => world.dispose());

interface Item {
  readonly item_id: string;
  readonly title?: string;
}

const things = ['lamp', 'chair', 'novel', 'teapot', 'bicycle', 'guitar', 'sweater', 'compass'];
const items = (count: number, titleOf: (at: number) => string | undefined): readonly Item[] =>
  Array.from({ length: count }, (_, at) => {
    const title = titleOf(at);
    return { item_id: `i${at}`, ...(title !== undefined && { title }) };
  });
const thing = (at: number) => `${things[at % 8]} number ${at}`;
const catalogues: readonly (readonly [string, readonly Item[]])[] = [
  ['one item', items(1, thing)],
  ['two items', items(2, thing)],
  ['three items', items(3, thing)],
  ['two equal items', items(2, () => 'a lamp')],
  ['forty equal items', items(40, () => 'a lamp')],
  ['one item without content', items(1, () => undefined)],
  ['forty blank items', items(40, () => ' ')],
  ['words that the encoder does not know', items(20, () => '\u{10ffff}')],
  ['half of the items without a word', items(20, (at) => (at % 2 === 0 ? thing(at) : undefined))],
  ['one item that differs', items(30, (at) => (at === 0 ? 'a chair' : 'a lamp'))],
];
const codebooks = [
  { levels: 1, resolution: 'uniform', base_size: 2 },
  { levels: 8, resolution: 'uniform', base_size: 4 },
] as const;

async function expectCodes(tokenizerId: string, given: readonly Item[]): Promise<void> {
  const { catalogue, layout } = await world.opener.open(TENANT, tokenizerId);
  const assigned = await world.service.assign(TENANT, { tokenizer_id: tokenizerId, items: [...given] });
  const levels = layout.sizes.length;
  expect(
    assigned.map(({ codes, coldStart, collisionSuffix }) => [codes, coldStart, collisionSuffix]),
  ).toEqual(
    given.map((_, row) => [
      [...catalogue.codes.subarray(row * levels, (row + 1) * levels)],
      false,
      catalogue.suffixes[row] || null,
    ]),
  );
  // Codes and suffix together are unique.
  const names = assigned.map(({ codes, collisionSuffix }) => `${codes} ${collisionSuffix}`);
  expect(new Set(names).size).toBe(given.length);
  const fresh = { item_id: 'fresh', title: 'an entirely new thing' };
  const [record] = await world.service.assign(TENANT, { tokenizer_id: tokenizerId, items: [fresh] });
  expect(record).toMatchObject({ codes: { length: levels }, coldStart: true, collisionSuffix: null });
  expect((await readBundle(await world.export(tokenizerId))).itemIds).toHaveLength(given.length);
  const card = await world.service.get(TENANT, tokenizerId);
  // JSON cannot express NaN and Infinity.
  expect(JSON.parse(JSON.stringify(card))).toEqual(card);
}

test.each(catalogues)('%s', { timeout: 60_000 }, async (_, given) => {
  world.put('poor.jsonl', given.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const catalog = { uri: 'file:poor.jsonl', format: 'jsonl' };
  for (const codebook of codebooks) {
    const { tokenizer } = await world.fit({ name: 'poor', catalog, codebook });
    expect(tokenizer).toMatchObject({ status: 'ready', error: null });
    await expectCodes(tokenizer.tokenizerId, given);
  }
  const rows = given.map(({ item_id, title = '' }) => ({ item_id, text: title }));
  const dataset = await world.datasets.import({ name: 'poor', items: rows });
  const { tokenizer } = await world.fit({ dataset_id: dataset.resource!.id, name: 'poor' });
  expect(tokenizer).toMatchObject({ status: 'ready', error: null });
  await expectCodes(tokenizer.tokenizerId, given);
});

test.each([
  ['no sequence', []],
  ['none of its items', [{ user_id: 'u', items: ['x', 'y'] }]],
  ['one item alone', [{ user_id: 'u', items: ['i0'] }]],
  ['the same item again', [{ user_id: 'u', items: ['i0', 'i0', 'i0'] }]],
  ['an empty sequence', [{ user_id: 'u', items: [] }]],
  ['one pair', [{ user_id: 'u', items: ['i0', 'i1'] }]],
])('interactions of a small catalogue: %s', { timeout: 60_000 }, async (_, sequences) => {
  const given = items(2, thing);
  const put = (name: string, rows: readonly object[]) =>
    world.put(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  put('pair.jsonl', given);
  put('sequences.jsonl', sequences);
  const { tokenizer, job } = await world.fit({
    name: 'together',
    catalog: { uri: 'file:pair.jsonl', format: 'jsonl' },
    codebook: { levels: 2, base_size: 4 },
    collaborative_signal: {
      mode: 'cooccurrence_contrastive',
      interactions: { uri: 'file:sequences.jsonl', format: 'jsonl' },
      weight: 10,
    },
  });
  if (tokenizer.status === 'ready') return expectCodes(tokenizer.tokenizerId, given);
  expect(job.status).toBe('failed');
  expect(tokenizer.error).toMatchObject({ code: expect.not.stringMatching('internal') });
});
