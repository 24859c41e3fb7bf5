import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { SnapshotWriter } from '../../datasets/snapshot/snapshot-writer.ts';
import { keepModelFiles } from '../adaptation/kept-model.ts';
import { createModelItemsService } from './create-model-items-service.ts';
import { createItemsClient } from './items-client.ts';
import { keepModelItems } from './keep-model-items.ts';
import { itemLine, itemOfLine } from './model-item-line.ts';
import { modelItemsKey } from './model-items-key.ts';

const TENANT = tenantId('ten_a');
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'counterpart-items-'));
const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
afterAll(() => rmSync(folder, { recursive: true }));

async function addDataset(datasetId: string, texts: Readonly<Record<string, string>>): Promise<Dataset> {
  const keyOf = (part: string) => artifactKey(TENANT, 'datasets', datasetId, part);
  const writer = await SnapshotWriter.create(artifacts, {
    items: keyOf('items'),
    events: keyOf('events'),
    people: null,
  });
  for (const [itemId, text] of Object.entries(texts))
    writer.addItem({ type: 'item', itemId, text, createdAtMs: null, attributes: null });
  const files = await writer.finish();
  return { tenantId: TENANT, datasetId, itemCount: writer.itemCount, eventCount: 0, files } as Dataset;
}

async function addModel(modelId: string, itemIds: readonly string[], given: Partial<Model> = {}) {
  const keyOf = (part: string) => artifactKey(TENANT, 'models', modelId, part);
  const catalogue = { item_ids: itemIds, counts: itemIds.map((_, number) => number) };
  const files = await keepModelFiles(artifacts, keyOf, new Map(), catalogue);
  const made = { files } as unknown as Model['made'];
  return { tenantId: TENANT, modelId, datasetId: 'ds_1', baseModelId: null, status: 'ready', made, ...given };
}

const datasets = new Map<string, Dataset>();
const models = new Map<string, object>();
const parts = {
  models: {
    get: async (_: unknown, id: string) => (models.get(id) ?? null) as Model | null,
    idOfAlias: async () => null,
  },
  datasets: { get: async (_: unknown, id: string) => datasets.get(id) ?? null },
  artifacts,
};
const client = createItemsClient({ kind: 'folder', folder: join(folder, 'artifacts') });
const service = createModelItemsService({ ...parts, keep: client.keep });
afterAll(() => client.close());

const texts = {
  b: 'Brass lamp\nReads well\ncategory: Lights\nimage_url: https://a.example/l.png',
  a: 'Desk',
  'ab\n😀': '',
  '\uffee': 'a character before the surrogates, by bytes',
  '😀': 'a character after them',
  __proto__x: 'an ordinary name',
};
const sorted = Object.keys(texts).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

beforeAll(async () => {
  datasets.set('ds_1', await addDataset('ds_1', texts));
  datasets.set('ds_0', await addDataset('ds_0', { old: 'Of the base', a: 'An earlier desk' }));
  models.set('model_1', await addModel('model_1', Object.keys(texts)));
  models.set('model_0', await addModel('model_0', ['old', 'a'], { datasetId: 'ds_0' }));
  models.set('model_2', await addModel('model_2', ['b', 'a', 'old'], { baseModelId: 'model_0' }));
  models.set('model_3', { ...(await addModel('model_3', [])), status: 'training', made: null });
});

async function allOf(modelId: string, asked: { prefix?: string; limit: number }) {
  const ids: string[] = [];
  for (let before: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof service.list>> = await service.list(TENANT, modelId, {
      ...asked,
      before,
    });
    expect(page.data.length).toBeLessThanOrEqual(asked.limit);
    ids.push(...page.data.map(({ item_id }) => item_id));
    if (page.next === null) return ids;
    before = page.next;
  }
}

describe('the items of a model', () => {
  test('come in the byte order of their ids, page by page', async () => {
    for (const limit of [1, 2, 6, 100]) expect(await allOf('model_1', { limit })).toEqual(sorted);
  });

  test('have title, text, features, picture and events', async () => {
    const { data } = await service.list(TENANT, 'model_1', { itemIds: ['b'], before: null, limit: 1 });
    expect(data).toEqual([
      {
        item_id: 'b',
        title: 'Brass lamp',
        text: 'Reads well',
        features: [{ name: 'category', value: 'Lights' }],
        image_url: 'https://a.example/l.png',
        events: 0,
      },
    ]);
  });

  test('are found by id, each once; unknown ids are left out', async () => {
    const itemIds = ['😀', 'nothing', 'a', 'a', 'zzz', ''];
    const { data, next } = await service.list(TENANT, 'model_1', { itemIds, before: null, limit: 1 });
    expect(data.map(({ item_id }) => item_id)).toEqual(['a', '😀']);
    expect(next).toBeNull();
  });

  test('of a base model have the texts of its dataset; the nearer dataset wins', async () => {
    const { data } = await service.list(TENANT, 'model_2', { before: null, limit: 9 });
    expect(data.map(({ item_id, title }) => [item_id, title])).toEqual([
      ['a', 'Desk'],
      ['b', 'Brass lamp'],
      ['old', 'Of the base'],
    ]);
  });

  test('need a model that is there and ready', async () => {
    const list = (id: string) => service.list(TENANT, id, { before: null, limit: 1 });
    await expect(list('model_9')).rejects.toMatchObject({ code: 'model_not_found' });
    await expect(list('model_3')).rejects.toMatchObject({ code: 'model_not_ready' });
  });
});

test('prefixes, pages and passes agree with a plain filter', async () => {
  const id = fc.string({ unit: fc.constantFrom('a', 'b', '\uffee', '😀'), minLength: 1, maxLength: 6 });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(id, { maxLength: 200 }),
      fc.nat({ max: 3 }),
      fc.integer({ min: 1, max: 100 }),
      async (ids, prefixLength, limit) => {
        const modelId = `model_p${made++}`;
        const model = await addModel(modelId, ids);
        models.set(modelId, model);
        await keepModelItems(artifacts, { model: model as never, datasets: [] }, never, 7);
        const prefix = (ids[0] ?? 'a').slice(0, prefixLength);
        if (!prefix.isWellFormed()) return;
        const expected = ids
          .filter((other) => other.startsWith(prefix))
          .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(await allOf(modelId, { prefix, limit })).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

test('a model without the file asks to come again while the file is being written', async () => {
  const model = await addModel('model_late', ['a']);
  models.set('model_late', model);
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = createModelItemsService({ ...parts, keep: () => promise, waitMs: 1 });
  const list = () => late.list(TENANT, 'model_late', { before: null, limit: 1 });
  await expect(list()).rejects.toMatchObject({ code: 'warming_up' });
  await client.keep({ model: model as never, datasets: [] });
  resolve();
  expect((await list()).data).toHaveLength(1);
  expect(await artifacts.stat(modelItemsKey(model as never))).not.toBeNull();
});

describe('the address of a picture', () => {
  const pictureOf = (line: string) => itemOfLine(itemLine('i', `Title\n${line}`, 0)).image_url;

  test('is taken from a feature named for it', () => {
    expect(pictureOf('image_url: https://a.example/b c.png')).toBe('https://a.example/b%20c.png');
    expect(pictureOf('Poster: https://a.example/x')).toBe('https://a.example/x');
  });

  test.each([
    'image_url: http://a.example/x',
    'image_url: javascript:alert(1)',
    'image_url: data:text/html,<script>alert(1)</script>',
    'image_url: https://user:word@a.example/x',
    'image_url: //a.example/x',
    'image_url: not an address',
    'link: https://a.example/x',
  ])('is not taken from «%s»', (line) => {
    expect(pictureOf(line)).toBeNull();
  });

  test('is not taken where it is too long', () => {
    for (const length of [2040, 2100, 9000])
      expect(pictureOf(`image_url: https://a.example/${'x'.repeat(length)}`)).toBeNull();
  });
});
