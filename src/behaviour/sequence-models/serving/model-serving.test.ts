import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiError } from '../../../contract/errors.ts';
import { SimilarItemsRequest } from '../../../contract/item-vectors.ts';
import { EmbedRequest, PredictRequest } from '../../../contract/model.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { ALPHA, BETA } from '../../../platform/storage/testing/sample-profiles.ts';
import type { CollectedAttributes } from '../../datasets/features/collect-attributes.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { keepModelFiles } from '../adaptation/kept-model.ts';
import { ATTRIBUTES_FILE, attributesFile } from '../items/attributes-file.ts';
import type { ColdPeople } from '../people/create-cold-people.ts';
import type { PersonHistories } from '../people/create-person-histories.ts';
import { createInferenceService } from './inference-service.ts';
import { createItemVectorService } from './item-vector-service.ts';
import { createModelServing, type ModelServing } from './model-serving.ts';
import { type ToyModel, toyFiles } from './testing/toy-architectures.ts';

const architectures = new URL('./testing/toy-architectures.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'counterpart-serving-'));
let artifacts: ArtifactStore;
let serving: ModelServing;
const models = new Map<string, Model>();

/** b follows a, c follows b; a is the most popular; b and d are equally popular. */
const toy: ToyModel = {
  followers: [
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ],
  popularity: [9, 2, 1, 2],
  canEmbed: true,
};
const ids = ['a', 'b', 'c', 'd'];

beforeAll(() => {
  artifacts = openFileArtifactStore(folder);
});
afterEach(() => serving.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function keep(
  modelId: string,
  model: ToyModel = toy,
  more: Partial<Model> = {},
  attributes: CollectedAttributes | null = null,
): Promise<ReadyModel> {
  const keyOf = (part: string) => `${ALPHA}/models/${modelId}/${part}`;
  const catalogue = { item_ids: ids, counts: [...model.popularity] };
  const parts = new Map(toyFiles(model));
  if (attributes !== null) parts.set(ATTRIBUTES_FILE, attributesFile(attributes)!);
  const files = await keepModelFiles(artifacts, keyOf, parts, catalogue);
  const made = {
    tokenizerId: null,
    capabilities: model.canEmbed ? ['predict', 'embed'] : ['predict'],
    itemCount: ids.length,
    maxHistoryItems: 3,
    embeddingDimensions: 4,
    evaluation: 'Fine.',
    report: null,
    training: {},
    files,
    readyAt: '2026-01-01T00:00:00.000Z',
  };
  const kept = {
    tenantId: ALPHA,
    modelId,
    name: 'toy',
    version: 2,
    architecture: 'sequential-recommender',
    datasetId: 'ds_1',
    baseModelId: null,
    tokenizerId: null,
    jobId: 'job_1',
    createdAt: '2026-01-01T00:00:00.000Z',
    status: 'ready',
    error: null,
    evaluating: null,
    made,
    ...more,
  } as const;
  models.set(modelId, kept);
  return { ...kept, made };
}

/** The stored history of a person; the last item is newer than the model. */
const itemsOfAna = ['d', 'a', 'b', 'a', 'b', 'newer'];
const noNewItems = { of: async () => ({ items: [], places: 0 }) };
let rejectedItemIds: readonly string[] = [];
const people: PersonHistories & ColdPeople = {
  of: async (_, personId) => {
    if (personId === 'ana')
      return { itemIds: itemsOfAna, timestampsMs: itemsOfAna.map((_, at) => 100 * at), rejectedItemIds };
    throw apiError('user_not_found', 'No events.', { user_id: personId });
  },
  readFeatures: async (_, given) => given,
  checkContext: async () => {},
  priorOf: async (_, personId) => {
    if (personId === 'plain') return 'popularity';
    if (personId === 'nobody') return 'unknown';
    return {
      by: 'person_features',
      itemIds: ['c', 'newer', 'b'],
      scores: Float32Array.of(-1, -1.5, -2),
      otherwise: -3,
    };
  },
};

/** a and c are of kind x, b of kind y. */
const ofKinds: CollectedAttributes = {
  declared: { kind: { type: 'category' } },
  attributes: ['x', 'y', 'x', null].map((kind) => kind && JSON.stringify({ kind })),
  createdAtMs: new Float64Array(4).fill(Number.NaN),
};
const NOW = 407;

function openServing(maxMemoryBytes = 1_000_000, threads = 1) {
  serving = createModelServing({ artifacts, threads, maxMemoryBytes, architectures });
  const store = {
    get: async (tenant: string, id: string) => (tenant === ALPHA ? (models.get(id) ?? null) : null),
    idOfAlias: async () => null,
  };
  return {
    ...createInferenceService(store, serving, people, noNewItems, () => NOW),
    itemVectors: createItemVectorService(store, serving, { people, clock: () => NOW }),
  };
}

const asked = (history: readonly string[], options: object = {}): PredictRequest =>
  PredictRequest.parse({ history, ...options });

test('items are ranked by score, ties by id, with and without candidates, for one or many queries at once', async () => {
  const { modelId } = await keep('model_rank');
  const { predict, embed } = openServing();
  const predicted = async (history: readonly string[], candidates?: readonly string[], limit = 10) => {
    const options = { exclude_seen: false, limit, ...(candidates && { candidate_item_ids: candidates }) };
    return (await predict(ALPHA, modelId, asked(history, options))).items
      .map(({ item_id }) => item_id)
      .join('');
  };
  const [after, among, empty, short] = await Promise.all([
    predicted(['a']),
    predicted(['b'], ['d', 'c', 'b']),
    predicted([]),
    predicted(['a', 'b'], undefined, 2),
  ]);
  expect({ after, among, empty, short }).toEqual({ after: 'badc', among: 'cbd', empty: 'abdc', short: 'ca' });
  const histories = Array.from({ length: 40 }, (_, n) => ids.slice(n % 4, (n % 4) + 2));
  const alone: string[] = [];
  for (const history of histories) alone.push(await predicted(history));
  expect(await Promise.all(histories.map((history) => predicted(history)))).toEqual(alone);
  expect(await embed(ALPHA, modelId, EmbedRequest.parse({ history: ['a', 'b'] }))).toEqual({
    model_id: modelId,
    model_version: 'v2',
    embedding: [0.5, 0.5, 0, 0],
    dimensions: 4,
  });
});

test('each invalid query has its error code, and does not affect the other queries of a batch', async () => {
  const { modelId } = await keep('model_refuse', { ...toy, canEmbed: false });
  await keep('model_raw', toy, { status: 'training', made: null });
  const { predict, embed } = openServing();
  const ask = (id: string, history: string[], tenant = ALPHA) =>
    predict(tenant, id, asked(history, { limit: 1 }));
  const settled = await Promise.allSettled([
    ask(modelId, ['a']),
    ask(modelId, ['nobody', 'nobody', 'neither']),
    ask(modelId, ['a', 'a', 'a', 'a']),
    ask('model_raw', []),
    ask('model_none', []),
    ask(modelId, [], BETA),
    embed(ALPHA, modelId, EmbedRequest.parse({ history: ['a'] })),
    predict(ALPHA, modelId, asked([], { candidate_item_ids: ['a', 'b', 'a'] })),
  ]);
  const codes = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code));
  expect(codes).toEqual([
    { model_id: modelId, model_version: 'v2', items: [{ item_id: 'b', score: Math.fround(1.02) }] },
    'unknown_item',
    'history_too_long',
    'model_not_ready',
    'model_not_found',
    'model_not_found',
    'capability_missing',
    'duplicate_id',
  ]);
  expect((settled[1] as PromiseRejectedResult).reason.details).toEqual({
    item_ids: ['nobody', 'neither'],
    unknown: 2,
  });
});

test('what is excluded is left out before the ranking is cut to the limit', async () => {
  const { modelId } = await keep('model_exclude');
  const { predict } = openServing();
  const order = async (history: readonly string[], options?: object) =>
    (await predict(ALPHA, modelId, asked(history, options))).items.map(({ item_id }) => item_id).join('');
  const candidate_item_ids = [...ids];
  expect(await order(['a'], { limit: 2 }), 'seen items, by default').toBe('bd');
  expect(await order(['a'], { limit: 2, exclude_seen: false })).toBe('ba');
  expect(await order(['a'], { candidate_item_ids, limit: 2 }), 'not among given candidates').toBe('ba');
  expect(await order(['a'], { candidate_item_ids, limit: 2, exclude_seen: true })).toBe('bd');
  expect(await order(['a'], { exclude_item_ids: ['b', 'no such item'], limit: 2 })).toBe('dc');
  expect(await order([], { candidate_item_ids, exclude_item_ids: ['a'], limit: 1 })).toBe('b');
  expect(await order(['a', 'b', 'c']), 'fewer than the limit').toBe('d');
  expect(await order([], { candidate_item_ids: ['a'], exclude_item_ids: ['a'] })).toBe('');
});

test('unknown items are ignored and long histories cut off where the request allows it', async () => {
  const { modelId } = await keep('model_lenient');
  const { predict } = openServing();
  const lenient = { unknown_items: 'ignore', long_history: 'truncate' };
  const told = async (history: readonly string[], options?: object) => {
    const { items, ignored_item_ids, history_truncated } = await predict(
      ALPHA,
      modelId,
      asked(history, { ...lenient, ...options }),
    );
    return [items.map(({ item_id }) => item_id).join(''), ignored_item_ids, history_truncated];
  };
  expect(await told(['x', 'a', 'y', 'x'], { exclude_seen: false })).toEqual(['badc', ['x', 'y'], false]);
  expect(await told(['a'], { candidate_item_ids: ['z', 'd', 'b'] })).toEqual(['bd', ['z'], false]);
  expect(await told(['x']), 'nothing is left: popularity').toEqual(['abdc', ['x'], false]);
  expect(await told([], { candidate_item_ids: ['z'] })).toEqual(['', ['z'], false]);
  expect(await told(['d', 'd', 'b', 'a']), 'the cut part counts as seen').toEqual(['c', [], true]);
  const strict = predict(ALPHA, modelId, asked(['a', 'b', 'a', 'b'], { unknown_items: 'ignore' }));
  await expect(strict).rejects.toMatchObject({ code: 'history_too_long' });
  const unknown = predict(ALPHA, modelId, asked(['x'], { long_history: 'truncate' }));
  await expect(unknown).rejects.toMatchObject({
    code: 'unknown_item',
    message: expect.stringContaining('ignore'),
  });
});

test('a person stands for what is stored of them, however long and new it is', async () => {
  const { modelId } = await keep('model_person');
  const { predict } = openServing();
  const request = PredictRequest.parse({ person_id: 'ana' });
  expect(await predict(ALPHA, modelId, request)).toMatchObject({
    items: [{ item_id: 'c' }],
    ignored_item_ids: ['newer'],
    history_truncated: true,
  });
});

test('what a person turned down is left out unless it is asked for; repeats are offered where they are learned', async () => {
  const training = { events: { repeats: 'kept' } };
  const model = await keep('model_repeats');
  const { modelId } = model;
  models.set(modelId, { ...model, made: { ...model.made, training } });
  const { predict } = openServing();
  const order = async (options: object) => {
    const { items } = await predict(ALPHA, modelId, PredictRequest.parse({ person_id: 'ana', ...options }));
    return items.map(({ item_id }) => item_id);
  };
  const all = await order({});
  expect(all).toHaveLength(4);
  rejectedItemIds = [all[0]!];
  try {
    expect(await order({})).toEqual(all.slice(1));
    expect(await order({ exclude_seen: false })).toEqual(all);
    expect(await order({ candidate_item_ids: all })).toEqual(all);
  } finally {
    rejectedItemIds = [];
  }
});

test('the times of a person are read up to now, those of a history are not known', async () => {
  const { modelId } = await keep('model_times', { ...toy, readsTimes: true });
  const plain = await keep('model_no_times');
  const { predict } = openServing();
  const scoreOf = async (id: string, given: object) =>
    (await predict(ALPHA, id, PredictRequest.parse({ ...given, exclude_seen: false }))).items[0]!.score;
  const history = { history: ['b', 'a', 'b'] };
  const timeless = await scoreOf(plain.modelId, history);
  expect(await scoreOf(modelId, history)).toBe(timeless);
  const history_timestamps = [0, 200, 300].map((at) => new Date(at).toISOString());
  expect(await scoreOf(modelId, { ...history, history_timestamps })).toBeCloseTo(timeless + NOW - 300, 4);
  // The newest item that the model knows was taken at 400.
  const known = await scoreOf(plain.modelId, { person_id: 'ana' });
  expect(await scoreOf(modelId, { person_id: 'ana' })).toBeCloseTo(known + NOW - 400, 4);
  const some = { person_id: 'ana', candidate_item_ids: ['c'], explain: true };
  expect(await scoreOf(modelId, some)).toBeCloseTo((await scoreOf(plain.modelId, some)) + NOW - 400, 4);
});

test('a diverse answer changes the order and leaves the scores', async () => {
  const [one, other] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ];
  const twins = { ...toy, vectors: [one, one, other, other].flat() };
  const { modelId } = await keep('model_diverse', twins);
  const { predict } = openServing();
  const answer = async (options: object) => (await predict(ALPHA, modelId, asked([], options))).items;
  const plain = await answer({});
  const diverse = await answer({ diversity: 0.9 });
  expect(plain.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'd', 'c']);
  expect(diverse.map(({ item_id }) => item_id)).toEqual(['a', 'd', 'b', 'c']);
  expect(new Map(diverse.map(({ item_id, score }) => [item_id, score]))).toEqual(
    new Map(plain.map(({ item_id, score }) => [item_id, score])),
  );
  expect((await answer({ diversity: 0.9, limit: 2 })).map(({ item_id }) => item_id)).toEqual(['a', 'd']);
  const { modelId: without } = await keep('model_vectorless');
  await expect(predict(ALPHA, without, asked([], { diversity: 0.1 }))).rejects.toMatchObject({
    code: 'capability_missing',
    details: { model_id: without, capability: 'item_vectors' },
  });
});

test('filters hold inside the ranking; boosts add to scores', async () => {
  const { modelId } = await keep('model_filter', toy, {}, ofKinds);
  const { predict } = openServing();
  const answer = (options: object, history = ['a']) => predict(ALPHA, modelId, asked(history, options));
  const order = async (options: object, history?: string[]) =>
    (await answer(options, history)).items.map(({ item_id }) => item_id).join('');
  expect(await order({ filters: { kind: 'x' }, exclude_seen: false })).toBe('ac');
  expect(await order({ filters: { kind: 'x' }, limit: 1 }), 'with seen items left out').toBe('c');
  expect(await order({ filters: { kind: { exists: false } } })).toBe('d');
  expect(await order({ filters: { kind: 'z' } })).toBe('');
  const candidate_item_ids = [...ids];
  expect(await order({ filters: { kind: ['x', 'y'] }, candidate_item_ids })).toBe('bac');
  const boosts = [
    { filter: { kind: 'x' }, weight: 2 },
    { filter: { kind: { exists: true } }, weight: -0.5 },
  ];
  const boosted = await answer({ boosts, exclude_seen: false });
  expect(boosted.items.map(({ item_id }) => item_id).join('')).toBe('acbd');
  expect(boosted.items.map(({ score }) => Math.round(100 * score))).toEqual([159, 151, 52, 2]);
  expect(boosted.boosts).toEqual(boosts);
  expect((await answer({ boosts, candidate_item_ids })).items).toEqual(boosted.items);
  await expect(answer({ filters: { colour: 'red' } })).rejects.toMatchObject({
    code: 'unknown_filter',
    details: { unknown: ['colour'], known: ['kind'] },
  });
  await expect(answer({ boosts: [{ filter: { kind: 1 }, weight: 1 }] })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: 'boosts[0].filter.kind' }] },
  });
});

test('similar items and item vectors', async () => {
  const vectors = [
    [3, 0, 0, 4],
    [0, 2, 0, 0],
    [0, 0, 0, 0],
    [6, 0, 0, 8],
  ];
  const { modelId } = await keep('model_vectors', { ...toy, vectors: vectors.flat() });
  const { itemVectors } = openServing();
  const similar = (item_id: string, limit = 9, more: object = {}) =>
    itemVectors.similar(ALPHA, modelId, SimilarItemsRequest.parse({ item_id, limit, ...more }));
  expect(await similar('a')).toEqual({
    model_id: modelId,
    model_version: 'v2',
    item_id: 'a',
    items: [
      { item_id: 'd', similarity: 1 },
      { item_id: 'b', similarity: 0 },
    ],
  });
  expect((await similar('b')).items, 'ties by id').toEqual([
    { item_id: 'a', similarity: 0 },
    { item_id: 'd', similarity: 0 },
  ]);
  expect((await similar('b', 1)).items).toHaveLength(1);
  expect((await similar('c')).items, 'an item of which nothing is known').toEqual([]);
  const read = (item_ids: string[], id = modelId) => itemVectors.read(ALPHA, id, { item_ids });
  expect(await read(['d', 'c'])).toMatchObject({
    dimensions: 4,
    items: [
      { item_id: 'd', vector: [6, 0, 0, 8] },
      { item_id: 'c', vector: null },
    ],
  });
  await expect(similar('z')).rejects.toMatchObject({ code: 'unknown_item' });
  await expect(read(['z'])).rejects.toMatchObject({ code: 'unknown_item' });
  await expect(read(['a', 'a'])).rejects.toMatchObject({ code: 'duplicate_id' });
  const { modelId: without } = await keep('model_without');
  await expect(read(['a'], without)).rejects.toMatchObject({ code: 'capability_missing' });
});

test('similar items and embeddings take what predictions take', async () => {
  const vectors = [
    [3, 0, 0, 4],
    [0, 2, 0, 1],
    [1, 0, 0, 0],
    [6, 0, 0, 8],
  ];
  const { modelId } = await keep('model_shape', { ...toy, vectors: vectors.flat() }, {}, ofKinds);
  const { itemVectors, embed } = openServing();
  const similar = async (more: object) =>
    itemVectors.similar(ALPHA, modelId, SimilarItemsRequest.parse({ item_id: 'a', ...more }));
  const order = async (more: object) => (await similar(more)).items.map(({ item_id }) => item_id).join('');
  expect(await order({})).toBe('dcb');
  expect(await order({ history: ['d'] }), 'what was taken is left out').toBe('cb');
  expect(await order({ history: ['d'], exclude_seen: false })).toBe('dcb');
  expect(await order({ person_id: 'ana', exclude_item_ids: ['c'] })).toBe('');
  expect(await order({ candidate_item_ids: ['b', 'c', 'a'] })).toBe('cb');
  expect(await order({ filters: { kind: 'y' } })).toBe('b');
  expect(
    await order({ history: ['d', 'd', 'd', 'z'], long_history: 'truncate', unknown_items: 'ignore' }),
  ).toBe('cb');
  const boosted = await similar({ boosts: [{ filter: { kind: 'y' }, weight: 2 }], limit: 1 });
  expect(boosted.items).toEqual([
    { item_id: 'b', similarity: expect.closeTo(0.358, 3), score: expect.closeTo(2.358, 3) },
  ]);
  const ruled = await similar({ rules: [{ filter: { kind: 'y' }, pin_at: 1 }], limit: 2 });
  expect(ruled.items.map(({ item_id, moved }) => [item_id, moved])).toEqual([
    ['b', 2],
    ['d', -1],
  ]);
  expect(ruled.rules).toMatchObject([{ pin_at: 1, wanted: 1, filled: 1, held: true, places_changed: 2 }]);
  const read = (more: object) => embed(ALPHA, modelId, EmbedRequest.parse(more));
  expect(await read({ person_id: 'ana' })).toMatchObject({
    ignored_item_ids: ['newer'],
    history_truncated: true,
  });
  const lenient = { unknown_items: 'ignore', long_history: 'truncate' };
  const { embedding } = await read({ history: ['z', 'd', 'a', 'b', 'a'], ...lenient });
  expect(embedding).toEqual([expect.closeTo(2 / 3, 5), expect.closeTo(1 / 3, 5), 0, 0]);
  for (const history of [[], ['z']])
    await expect(read({ history, ...lenient })).rejects.toMatchObject({ code: 'empty_history' });
});

test('rules hold in predictions and cost no digit where there are none', async () => {
  const { modelId } = await keep('model_rules', toy, {}, ofKinds);
  const { predict } = openServing();
  const answer = (options: object) =>
    predict(ALPHA, modelId, asked(['a'], { exclude_seen: false, ...options }));
  expect((await answer({})).items.map(({ item_id }) => item_id)).toEqual(['b', 'a', 'd', 'c']);
  expect((await answer({ rules: [] })).items).toEqual((await answer({})).items.map((item) => item));
  const rules = [{ filter: { kind: 'x' }, min_share: 1, in_top: 2 }];
  for (const among of [{}, { candidate_item_ids: ids }, { filters: { kind: { exists: true } } }]) {
    const ruled = await answer({ rules, limit: 3, ...among });
    expect(ruled.items.map(({ item_id }) => item_id)).toEqual(['a', 'c', 'b']);
    expect(ruled.rules).toEqual([
      {
        ...rules[0],
        wanted: 2,
        filled: 2,
        held: true,
        places_changed: 3,
        score_given_up: expect.any(Number),
      },
    ]);
  }
  const both = [...rules, { filter: { kind: 'y' }, min_share: 0.5, in_top: 2 }];
  await expect(answer({ rules: both })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('rules[0] and rules[1]'),
  });
  await expect(answer({ rules: [{ filter: { colour: 'red' }, pin_at: 1 }] })).rejects.toMatchObject({
    code: 'unknown_filter',
  });
});

test('a person without events is predicted by features, with what the request asks for', async () => {
  const { modelId } = await keep('model_cold', toy, {}, ofKinds);
  const { predict } = openServing();
  const answer = async (more: object) =>
    predict(ALPHA, modelId, PredictRequest.parse({ person_id: 'cold', exclude_item_ids: ['d'], ...more }));
  const cold = await answer({});
  expect(cold).toMatchObject({ fallback: 'person_features', ignored_item_ids: [], history_truncated: false });
  expect(cold.items).toEqual([
    { item_id: 'c', score: -1 },
    { item_id: 'b', score: -2 },
    { item_id: 'a', score: -3 },
  ]);
  const filters = { kind: 'x' };
  expect((await answer({ filters, limit: 1 })).items.map(({ item_id }) => item_id)).toEqual(['c']);
  const plain = await answer({ person_id: 'plain' });
  expect(plain.items.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'c']);
  expect(plain.fallback).toBeUndefined();
  const visitor = { person_id: undefined, history: [], person_features: { age: 3 } };
  expect(await answer(visitor)).toMatchObject({ fallback: 'person_features' });
  await expect(answer({ person_id: 'nobody' })).rejects.toMatchObject({ code: 'user_not_found' });
});

test('reasons are the items of the history without which the score is lower', async () => {
  const { modelId } = await keep('model_explain');
  const { predict } = openServing();
  const reasons = async (history: readonly string[], options: object = {}) =>
    (await predict(ALPHA, modelId, asked(history, { explain: true, limit: 1, ...options }))).items;
  // c follows b; without b the history ends with a, which c does not follow.
  expect(await reasons(['a', 'b'])).toMatchObject([{ item_id: 'c', because: [{ item_id: 'b', weight: 1 }] }]);
  expect(await reasons(['a'])).toMatchObject([{ item_id: 'b', because: [{ item_id: 'a', weight: 1 }] }]);
  expect(await reasons([])).toMatchObject([{ item_id: 'a', because: [] }]);
  expect(await reasons(['a', 'b'], { candidate_item_ids: ['d'] }), 'nothing speaks for it').toMatchObject([
    { item_id: 'd', because: [] },
  ]);
});

test('the least recently used models are closed above the memory limit, and reopened by the next query', async () => {
  const kept = await Promise.all(['model_1', 'model_2', 'model_3'].map((id) => keep(id)));
  openServing(4000, 2);
  const ask = (which: number) =>
    serving.query(kept[which]!, { kind: 'predict', history: [], candidates: null, limit: 1 });
  for (const which of [0, 1, 2, 0, 2]) {
    expect((await ask(which)).items).toEqual([{ itemId: 'a', score: Math.fround(0.09) }]);
    expect(serving.stats().memoryBytes).toBeLessThanOrEqual(4000);
  }
  expect(serving.stats().models).toBe(2);
  await expect(Promise.all([0, 1, 2, 0, 1, 2].map(ask))).resolves.toHaveLength(6);
});

test('the death of a thread rejects its pending queries, and another thread replaces it', async () => {
  const deadly = await keep('model_deadly', { ...toy, isDeadly: true });
  const other = await keep('model_other');
  openServing();
  const query = { kind: 'embed', history: ['a'] } as const;
  const embedding = Float32Array.of(1, 0, 0, 0);
  await serving.query(other, query);
  const settled = await Promise.allSettled([serving.query(deadly, query), serving.query(deadly, query)]);
  expect(settled.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'the thread «inference» ended with exit code 3',
    'the thread «inference» ended with exit code 3',
  ]);
  await expect(serving.query(other, query)).resolves.toMatchObject({ embedding });
});

test('a damaged file is an internal error, and the next query tries again', async () => {
  const model = await keep('model_damaged');
  openServing();
  const [file, ...others] = model.made.files;
  const damaged = { ...model, made: { ...model.made, files: [{ ...file!, sha256: '00' }, ...others] } };
  const query = { kind: 'embed', history: ['a'] } as const;
  const embedding = Float32Array.of(1, 0, 0, 0);
  await expect(serving.query(damaged, query)).rejects.toThrow(/expected 00/);
  await expect(serving.query(model, query)).resolves.toMatchObject({ embedding });
});
