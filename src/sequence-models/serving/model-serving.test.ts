import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../artifacts/files/file-artifact-store.ts';
import type { Model } from '../../storage/model-store.ts';
import { ALPHA, BETA } from '../../storage/testing/sample-profiles.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { keepModelFiles } from '../adaptation/kept-model.ts';
import { createInferenceService } from './inference-service.ts';
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

async function keep(modelId: string, model: ToyModel = toy, more: Partial<Model> = {}): Promise<ReadyModel> {
  const keyOf = (part: string) => `${ALPHA}/models/${modelId}/${part}`;
  const files = await keepModelFiles(artifacts, keyOf, toyFiles(model), {
    item_ids: ids,
    counts: [...model.popularity],
  });
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

function openServing(maxMemoryBytes = 1_000_000, threads = 1) {
  serving = createModelServing({ artifacts, threads, maxMemoryBytes, architectures });
  const store = {
    get: async (tenant: string, id: string) => (tenant === ALPHA ? (models.get(id) ?? null) : null),
  };
  return createInferenceService(store, serving);
}

test('items are ranked by score, ties by id, with and without candidates, for one or many queries at once', async () => {
  const { modelId } = await keep('model_rank');
  const { predict, embed } = openServing();
  const predicted = async (history: readonly string[], candidates?: readonly string[], limit = 10) => {
    const options = {
      history: [...history],
      limit,
      ...(candidates && { candidate_item_ids: [...candidates] }),
    };
    return (await predict(ALPHA, modelId, options)).items.map(({ item_id }) => item_id).join('');
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
  expect(await embed(ALPHA, modelId, { history: ['a', 'b'] })).toEqual({
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
  const ask = (id: string, history: string[], tenant = ALPHA) => predict(tenant, id, { history, limit: 1 });
  const settled = await Promise.allSettled([
    ask(modelId, ['a']),
    ask(modelId, ['nobody', 'nobody', 'neither']),
    ask(modelId, ['a', 'a', 'a', 'a']),
    ask('model_raw', []),
    ask('model_none', []),
    ask(modelId, [], BETA),
    embed(ALPHA, modelId, { history: ['a'] }),
    predict(ALPHA, modelId, { history: [], candidate_item_ids: ['a', 'b', 'a'], limit: 1 }),
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

test('the least recently used models are closed above the memory limit, and reopened by the next query', async () => {
  const kept = await Promise.all(['model_1', 'model_2', 'model_3'].map((id) => keep(id)));
  openServing(4000, 2);
  const ask = (which: number) =>
    serving.query(kept[which]!, { kind: 'predict', history: [], candidates: null, limit: 1 });
  for (const which of [0, 1, 2, 0, 2]) {
    expect(await ask(which)).toEqual([{ itemId: 'a', score: Math.fround(0.09) }]);
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
  await serving.query(other, query);
  const settled = await Promise.allSettled([serving.query(deadly, query), serving.query(deadly, query)]);
  expect(settled.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'the thread «inference» ended with exit code 3',
    'the thread «inference» ended with exit code 3',
  ]);
  await expect(serving.query(other, query)).resolves.toEqual(Float32Array.of(1, 0, 0, 0));
});

test('a damaged file is an internal error, and the next query tries again', async () => {
  const model = await keep('model_damaged');
  openServing();
  const [file, ...others] = model.made.files;
  const damaged = { ...model, made: { ...model.made, files: [{ ...file!, sha256: '00' }, ...others] } };
  const query = { kind: 'embed', history: ['a'] } as const;
  await expect(serving.query(damaged, query)).rejects.toThrow(/expected 00/);
  await expect(serving.query(model, query)).resolves.toEqual(Float32Array.of(1, 0, 0, 0));
});
