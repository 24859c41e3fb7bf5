import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../contract/new-id.ts';
import { EmbeddedTextEncoder } from '../../engines/encoders/embedded/embedded-text-encoder.ts';
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { FaultyBundleError } from './bundle/read-bundle.ts';
import type { ItemContent } from './fitted-tokenizer.ts';
import { importBundle, importCodes } from './import-bundle.ts';
import { createCodeAssigner } from './open/code-assigner.ts';
import { createTokenizerOpener } from './open/tokenizer-opener.ts';
import { bundleCollection } from './tasks/collect-bundles.ts';
import { openTokenizerWorld, TENANT, type TokenizerWorld } from './testing/tokenizer-world.ts';

const things = ['lamp', 'chair', 'novel', 'teapot', 'bicycle', 'guitar', 'sweater', 'compass'];
const kinds = ['brass', 'wooden', 'red', 'old', 'small', 'Italian'];
const catalogue = things.flatMap((thing) =>
  kinds.map((kind) => ({ item_id: `${kind}-${thing}`, text: `A ${kind} ${thing} for every day` })),
);
const twins = [...catalogue, { item_id: 'twin', text: catalogue[0]!.text }];
const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const content = ({ item_id, text }: { item_id: string; text: string }): ItemContent => ({
  itemId: item_id,
  text,
  imageUrl: null,
});

let world: TokenizerWorld;
let datasetId: string;
/** Fitted on a dataset with two items of equal content. */
let tokenizerId: string;

beforeAll(async () => {
  world = await openTokenizerWorld();
  const imported = await world.datasets.import({ name: 'shop', items: twins });
  datasetId = imported.resource!.id;
  ({
    tokenizer: { tokenizerId },
  } = await world.fit({ dataset_id: datasetId, name: 'shop' }));
}, 60_000);
afterAll(() => world.dispose());

const assign = async (items: readonly ItemContent[], id = tokenizerId) =>
  (await world.opener.open(TENANT, id)).assign(items);

describe('a tokenizer of a dataset', () => {
  test('has the same fields as a tokenizer of a catalogue', async () => {
    expect(await world.service.get(TENANT, tokenizerId)).toMatchObject({
      id: tokenizerId,
      tokenizer_id: tokenizerId,
      dataset_id: datasetId,
      version: 'v1',
      status: 'ready',
      encoder: expect.stringContaining('@'),
      semantic_levels: 4,
      suffix: 'collision_index',
      item_count: twins.length,
      collision_rate: expect.any(Number),
      codebook: { levels: 4 },
      error: null,
      diagnostics: { summary: expect.stringMatching(/\w/), settings: { reasons: expect.any(Array) } },
    });
  });

  test('gives the items of the catalogue their codes, in batches of any size and order', async () => {
    const { catalogue: fitted, layout } = await world.opener.open(TENANT, tokenizerId);
    const levels = layout.sizes.length;
    const whole = await assign(twins.map(content));
    for (const [row, record] of whole.entries()) {
      expect(record.itemId).toBe(fitted.itemIds[row]);
      expect(record.codes).toEqual([...fitted.codes.subarray(row * levels, (row + 1) * levels)]);
      expect(record).toMatchObject({ coldStart: false, collisionSuffix: fitted.suffixes[row] || null });
    }
    const backwards = await assign(twins.map(content).toReversed());
    expect(backwards.toReversed()).toEqual(whole);
    for (const [row, item] of twins.entries()) expect(await assign([content(item)])).toEqual([whole[row]]);
  });

  test('gives equal content equal codes and different suffixes', async () => {
    const [first, twin] = await assign([twins[0]!, twins.at(-1)!].map(content));
    expect(twin!.codes).toEqual(first!.codes);
    expect(twin!.collisionSuffix).not.toEqual(first!.collisionSuffix);
    expect(twin!.collisionSuffix).toBeGreaterThan(0);
  });

  test('gives a new item the codes of an item with equal content', async () => {
    const [known, fresh] = await assign([content(twins[3]!), content({ ...twins[3]!, item_id: 'new' })]);
    expect(fresh).toEqual({ ...known, itemId: 'new', coldStart: true, collisionSuffix: null });
  });

  test('gives a known item with changed content new codes and no suffix', async () => {
    const [changed] = await assign([content({ item_id: 'twin', text: twins[20]!.text })]);
    const [equal] = await assign([content(twins[20]!)]);
    expect(changed).toEqual({ itemId: 'twin', codes: equal!.codes, coldStart: false, collisionSuffix: null });
  });

  test('gives a known item without content the codes of the fit', async () => {
    const whole = await assign(twins.map(content));
    const blank = twins.map(({ item_id }) => ({ itemId: item_id, text: null, imageUrl: null }));
    expect(await assign(blank)).toEqual(whole);
    const mixed = twins.map((item, at) => (at % 2 === 0 ? blank[at]! : content(item)));
    expect(await assign(mixed)).toEqual(whole);
  });

  test('gives new items without content codes, and reports them', async () => {
    const opened = await world.opener.open(TENANT, tokenizerId);
    const nothing = [
      { itemId: 'a', text: null, imageUrl: null },
      { itemId: 'b', text: null, imageUrl: 'file:not-read-by-this-tokenizer.png' },
    ];
    const [empty, unknown] = await opened.assign(nothing);
    expect(empty).toMatchObject({ codes: { length: 4 }, coldStart: true, collisionSuffix: null });
    expect(unknown!.codes).toEqual(empty!.codes);
    const mixed = [content(twins[0]!), ...nothing, { ...nothing[0]!, itemId: twins[1]!.item_id }];
    expect(opened.unknownWithoutContent(mixed)).toEqual(nothing);
  });

  test('has the same codes when it is fitted again', async () => {
    const again = await world.fit({ dataset_id: datasetId, name: 'shop' });
    expect(again.tokenizer).toMatchObject({ version: 2, status: 'ready' });
    const [a, b] = await Promise.all(
      [tokenizerId, again.tokenizer.tokenizerId].map((id) => world.opener.open(TENANT, id)),
    );
    expect([...b!.catalogue.codes]).toEqual([...a!.catalogue.codes]);
  });

  test('refuses to assign with another encoder', async () => {
    const own = world.encoder;
    world.encoder = { ...own, identity: { ...own.identity, weightsHash: 'f'.repeat(64) } } as TextEncoder;
    try {
      await expect(assign([content(twins[0]!)])).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      world.encoder = own;
    }
  });

  test('has the same bundle in every export, also after an import', async () => {
    const bytes = await world.export(tokenizerId);
    expect((await world.export(tokenizerId)).equals(bytes)).toBe(true);
    const { store, artifacts } = world.datasets;
    const parts = {
      tokenizers: store.tokenizers,
      artifacts,
      isTaken: async (id: string) => (await store.tokenizers.get(TENANT, id)) !== null,
      newId: () => newId('tok'),
      clock: Date.now,
    };
    const imported = await importBundle(parts, TENANT, bytes, 'imported');
    expect(imported.tokenizerId).not.toBe(tokenizerId);
    const items = [...twins, { item_id: 'new', text: 'Something else entirely' }].map(content);
    expect(await assign(items, imported.tokenizerId)).toEqual(await assign(items));
    expect((await world.export(imported.tokenizerId)).equals(bytes)).toBe(true);
    const free = await importBundle(
      {
        ...parts,
        isTaken: async () => false,
        tokenizers: {
          add: async (made, how) => ({ ...made, version: 1, status: 'ready', made: how, error: null }),
        },
      },
      TENANT,
      bytes,
      null,
    );
    expect(free).toMatchObject({ tokenizerId, name: 'shop' });
    await expect(importBundle(parts, TENANT, bytes.subarray(0, 500), null)).rejects.toThrow(
      FaultyBundleError,
    );
  });
});

test('an evicted tokenizer is opened again when it is needed', async () => {
  const { store, artifacts } = world.datasets;
  const codes = createCodeAssigner();
  const encoders = { texts: world.texts, images: () => Promise.reject(new Error('no images here')) };
  const opener = createTokenizerOpener({
    tokenizers: store.tokenizers,
    artifacts,
    encoders,
    codes,
    maxBytes: 1,
  });
  const second = (await world.fit({ dataset_id: datasetId, name: 'second' })).tokenizer.tokenizerId;
  const first = await opener.open(TENANT, tokenizerId);
  await opener.open(TENANT, second);
  expect(await first.assign([content(twins[2]!)])).toEqual(await assign([content(twins[2]!)]));
  await opener.close();
});

test('old bundles that no tokenizer refers to are removed', async () => {
  const { store, artifacts } = world.datasets;
  const orphan = `${TENANT}/tokenizers/${tokenizerId}/bundle-orphan.tar.gz`;
  const writer = await artifacts.create(orphan);
  await writer.write(Buffer.from('x'));
  await writer.commit();
  const collect = (clock: () => number) =>
    bundleCollection({ tokenizers: store.tokenizers, artifacts, clock }).run({
      signal: new AbortController().signal,
    } as never);
  await collect(Date.now);
  expect(await artifacts.stat(orphan)).not.toBeNull();
  await collect(() => Date.now() + 7_200_000);
  expect(await artifacts.stat(orphan)).toBeNull();
  const kept = (await store.tokenizers.get(TENANT, tokenizerId))!.made!.file.key;
  expect(await artifacts.stat(kept)).not.toBeNull();
});

describe('terms of a dataset', () => {
  test('can forbid the fit and the export of the bundle', async () => {
    const importAs = async (access: object) =>
      (await world.datasets.import({ name: 'closed', items: catalogue, access })).resource!.id;
    const untrainable = await importAs({ training: false });
    await expect(world.fit({ dataset_id: untrainable, name: 'x' })).rejects.toMatchObject({
      code: 'access_denied',
    });
    const { tokenizer } = await world.fit({ dataset_id: await importAs({ export: false }), name: 'x' });
    await expect(world.export(tokenizer.tokenizerId)).rejects.toMatchObject({ code: 'access_denied' });
  });
});

const fromFile = (more: object = {}) => ({
  name: 'own',
  catalog: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
  codebook: { levels: 3, base_size: 16 },
  ...more,
});

describe('a tokenizer of a catalogue', () => {
  beforeAll(() => {
    world.put(
      'catalogue.jsonl',
      lines(catalogue.map(({ item_id, text }) => ({ item_id, title: text, attributes: { kind: item_id } }))),
    );
    world.put(
      'histories.jsonl',
      lines(
        Array.from({ length: 60 }, (_, person) => ({
          user_id: `u${person}`,
          items: [catalogue[person % 48]!.item_id, catalogue[(person * 7) % 48]!.item_id, 'gone'],
          timestamps: [1, 2, 3],
        })),
      ),
    );
  });

  test('has the requested settings', async () => {
    const { tokenizer } = await world.fit(fromFile());
    expect(tokenizer).toMatchObject({
      status: 'ready',
      datasetId: null,
      made: { layout: { levels: 3, resolution: 'multi', baseSize: 16 } },
    });
    const { layout } = await world.opener.open(TENANT, tokenizer.tokenizerId);
    expect(layout.sizes).toEqual([16, 8, 4]);
  });

  test('uses a collaborative signal, and notes unknown items', async () => {
    const { tokenizer } = await world.fit(
      fromFile({
        progressive_masking: true,
        collaborative_signal: {
          mode: 'cooccurrence_contrastive',
          interactions: { uri: 'file:histories.jsonl', format: 'jsonl' },
          weight: 0.8,
        },
      }),
    );
    expect(tokenizer).toMatchObject({ status: 'ready', made: { progressiveMasking: true } });
    expect(tokenizer.made!.diagnostics.notes).toEqual([expect.stringMatching(/^60 interactions/)]);
  }, 120_000);

  test.each([
    ['twice the same item', lines([catalogue[0]!, catalogue[0]!]), 'duplicate_id', /line 2.*line 1/],
    ['a faulty record', `${lines(catalogue)}{"item_id":"x","price":1}\n`, 'invalid_request', /line 49/],
    ['no item at all', '\n', 'invalid_request', /no item/],
  ])('with %s fails with a message', async (_, text, code, words) => {
    world.put('bad.jsonl', text);
    const { tokenizer, job } = await world.fit(
      fromFile({ catalog: { uri: 'file:bad.jsonl', format: 'jsonl' } }),
    );
    expect(job.status).toBe('failed');
    expect(tokenizer).toMatchObject({
      status: 'failed',
      error: { code, message: expect.stringMatching(words) },
    });
    await expect(assign([], tokenizer.tokenizerId)).rejects.toMatchObject({ code: 'tokenizer_not_ready' });
  });

  test('has failed after a cancelled fit, with a message', async () => {
    const { tokenizer } = await world.fit(fromFile(), AbortSignal.abort('cancelled'));
    expect(tokenizer).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('cancelled') },
    });
  });
});

describe('images', () => {
  const picture = (colour: string, shape: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="white"/><g fill="${colour}">${shape}</g></svg>`,
      ),
    )
      .png()
      .toBuffer();
  const shapes = [
    '<circle cx="32" cy="32" r="20"/>',
    '<rect x="8" y="20" width="48" height="20"/>',
    '<path d="M32 4 L60 60 L4 60 Z"/>',
  ];
  const colours = ['red', 'green', 'blue', 'orange', 'purple', 'black', 'teal', 'brown'];
  const items = colours.flatMap((colour) =>
    shapes.map((_, shape) => ({
      item_id: `${colour}-${shape}`,
      image_url: `file:images/${colour}-${shape}.png`,
    })),
  );
  const imagesAlone = (records: readonly object[]) => {
    world.put('images.jsonl', lines(records));
    return fromFile({ catalog: { uri: 'file:images.jsonl', format: 'jsonl' }, modalities: ['image'] });
  };

  beforeAll(async () => {
    for (const colour of colours)
      for (const [at, shape] of shapes.entries())
        world.put(`images/${colour}-${at}.png`, await picture(colour, shape));
    world.put('images/broken.png', 'no image');
  });

  test('are enough for codes, and equal images have equal codes', async () => {
    const { tokenizer } = await world.fit(imagesAlone(items));
    expect(tokenizer).toMatchObject({ status: 'ready', made: { textEncoder: null } });
    const imageUrl = items[4]!.image_url;
    const [known, copy] = await assign(
      [items[4]!.item_id, 'copy'].map((itemId) => ({ itemId, text: 'not read', imageUrl })),
      tokenizer.tokenizerId,
    );
    expect(copy!.codes).toEqual(known!.codes);
    expect([known!.coldStart, copy!.coldStart]).toEqual([false, true]);
    const [unread] = await assign(
      [{ itemId: items[4]!.item_id, text: 'not read', imageUrl: null }],
      tokenizer.tokenizerId,
    );
    expect(unread).toEqual(known);
  });

  test.each([
    ['a damaged file', 'file:images/broken.png', /cannot be decoded/],
    ['a missing file', 'file:images/none.png', /cannot be read/],
    ['a file outside the folder', 'file:../secret.png', /cannot be read/],
    ['a private address', 'https://127.0.0.1/x.png', /private address/],
    ['the cloud’s metadata', 'http://169.254.169.254/latest', /cannot be read/],
  ])('are refused with the item: %s', async (_, image_url, words) => {
    const { tokenizer } = await world.fit(imagesAlone(items));
    const bad = { itemId: 'bad', text: null, imageUrl: image_url };
    const good = { itemId: 'good', text: null, imageUrl: items[0]!.image_url };
    await expect(assign([good, bad], tokenizer.tokenizerId)).rejects.toMatchObject({
      code: 'invalid_field_value',
      details: { items: [{ index: 1, item_id: 'bad', message: expect.stringMatching(words) }], total: 1 },
    });
  });

  test('fail the fit with a list of items if more than 1 % are unreadable', async () => {
    const { tokenizer } = await world.fit(
      imagesAlone([...items, { item_id: 'broken', image_url: 'file:images/broken.png' }]),
    );
    expect(tokenizer).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_field_value', details: { items: [{ item_id: 'broken' }], total: 1 } },
    });
  });

  test('are left out or imputed, with a note, if fewer are unreadable or missing', async () => {
    const many = Array.from({ length: 5 }, (_, copy) =>
      items.map((item) => ({
        ...item,
        item_id: `${item.item_id}-${copy}`,
        title: `${item.item_id} number ${copy}`,
      })),
    ).flat();
    const { tokenizer } = await world.fit({
      ...imagesAlone([
        ...many,
        { item_id: 'broken', title: 'Broken', image_url: 'file:images/broken.png' },
        { item_id: 'plain', title: 'Without a picture' },
      ]),
      modalities: ['text', 'image'],
    });
    expect(tokenizer).toMatchObject({ status: 'ready', made: { itemCount: many.length + 1 } });
    const notes = tokenizer.made!.diagnostics.notes as readonly string[];
    expect(notes[0]).toMatch(/1 items were left out.*broken \(/);
    expect(notes[1]).toMatch(/1 of 121 items have no image/);
    const [plain] = await assign(
      [{ itemId: 'plain', text: 'Without a picture', imageUrl: null }],
      tokenizer.tokenizerId,
    );
    expect(plain).toMatchObject({ coldStart: false });
  });
});

test('imported codes cover only their own items', async () => {
  const { store, artifacts } = world.datasets;
  const parts = {
    tokenizers: store.tokenizers,
    artifacts,
    isTaken: async () => false,
    newId: () => newId('tok'),
    clock: Date.now,
  };
  const published = { '0': ['<a_183>', '<b_70>'], '1': ['<a_183>', '<b_70>'], '2': ['<a_2>', '<b_255>'] };
  const { tokenizerId: id, made } = await importCodes(parts, TENANT, published, 'letter');
  expect(made).toMatchObject({
    quantizer: null,
    layout: { levels: 2, baseSize: 256, resolution: 'uniform' },
    collisionRate: 1 / 3,
    utilization: [2 / 256, 2 / 256],
  });
  expect(await assign([{ itemId: '1', text: 'whatever', imageUrl: null }], id)).toEqual([
    { itemId: '1', codes: [183, 70], coldStart: false, collisionSuffix: 1 },
  ]);
  await expect(assign([{ itemId: '9', text: 'x', imageUrl: null }], id)).rejects.toMatchObject({
    code: 'unknown_item',
    message: expect.stringMatching(/^The item «9» has no code in tokenizer tok_/),
    details: { item_ids: ['9'] },
  });
  const several = ['9', '8', '7'].map((itemId) => ({ itemId, text: 'x', imageUrl: null }));
  await expect(assign(several, id)).rejects.toMatchObject({
    message: expect.stringMatching(/^The item «9» and 2 more have no code in tokenizer tok_/),
  });
  await expect(importCodes(parts, TENANT, { a: ['<a_1>'], b: [] }, 'x')).rejects.toThrow(FaultyBundleError);
});

test('the embedded encoder gives a text the same vector in any batch', async () => {
  const encoder = await EmbeddedTextEncoder.open({ inline: true });
  const [alone] = await encoder.encode([twins[0]!.text]);
  const [, among] = await encoder.encode([twins[5]!.text, twins[0]!.text]);
  expect([...among!]).toEqual([...alone!]);
});
