import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { NewJob } from './job.ts';
import type { ModelMade, NewModel } from './model-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const file = (part: string) => ({ key: `k-${part}`, part, rows: 1, bytes: 10, sha256: 'ab' });

describe.each(storesUnderTest)('deletion from the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(async () => {
    await under.empty();
    await addDataset('ds_1');
  });
  afterAll(() => under.dispose());

  const addDataset = (datasetId: string, tenantId = ALPHA) =>
    store.datasets.add(
      {
        tenantId,
        datasetId,
        name: 'shop',
        source: 'workspace_upload',
        access: { export: true, training: true },
        terms: 'Ours.',
        features: noFeatures,
        createdAt,
      },
      {
        itemCount: 2,
        eventCount: 3,
        files: [file('items') as never, file('events') as never],
        readyAt: createdAt,
      },
    );

  let jobs = 0;
  async function begin(
    kind: string,
    resource: NewJob['resource'],
    changes: readonly StoreChange[] = [],
    jobId = `job_${++jobs}`,
  ) {
    const job: NewJob = {
      tenantId: ALPHA,
      jobId,
      kind,
      resource,
      userId: null,
      uniqueKey: null,
      input: ['simulation', 'batch_prediction'].includes(kind) ? { from: 'dataset', datasetId: 'ds_1' } : {},
      keep: true,
      createdAt,
      runAfterMs: 0,
    };
    await store.jobs.create(job, { changes });
    return job.jobId;
  }
  const cancel = (jobId: string) => store.jobs.cancel(ALPHA, jobId, { nowMs: 0, changes: [] });

  const newModel = (modelId: string, overrides: Partial<NewModel> = {}): NewModel => ({
    tenantId: ALPHA,
    modelId,
    name: 'next',
    architecture: 'sequential-recommender',
    datasetId: 'ds_1',
    baseModelId: null,
    tokenizerId: null,
    jobId: `job_of_${modelId}`,
    createdAt,
    ...overrides,
  });
  const made = (tokenizerId: string | null) =>
    ({ tokenizerId, files: [file('model.onnx')], readyAt: createdAt }) as unknown as ModelMade;
  async function addModel(modelId: string, overrides: Partial<NewModel> = {}) {
    const model = newModel(modelId, overrides);
    const completed = { name: 'completeModel', args: [ALPHA, modelId, made(model.tokenizerId)] } as const;
    await cancel(await begin('other', null, [{ name: 'createModel', args: [model] }, completed]));
  }
  const addTokenizer = (tokenizerId: string) =>
    store.tokenizers.add(
      {
        tenantId: ALPHA,
        tokenizerId,
        name: 't',
        datasetId: 'ds_1',
        modalities: ['text'],
        layout: null,
        progressiveMasking: false,
        jobId: null,
        createdAt,
      } as never,
      { file: file('bundle') } as never,
    );

  test('a dataset goes with the rows that wait for its name only if it is the last version', async () => {
    await addDataset('ds_2');
    const line = { kind: 'event', id: 'e', personId: 'p', line: 'e' } as const;
    await store.appends.append({
      tenantId: ALPHA,
      name: 'shop',
      baseId: 'ds_2',
      rows: [line],
      missingItems: [],
    });
    const exported = await begin('dataset_export', { type: 'dataset', id: 'ds_2' });
    expect(await store.deletions.dataset(ALPHA, 'ds_2')).toEqual({
      state: 'used',
      by: [{ type: 'job', id: exported }],
    });
    await cancel(exported);
    expect(await store.deletions.dataset(BETA, 'ds_2')).toEqual({ state: 'missing' });
    expect(await store.deletions.dataset(ALPHA, 'ds_2')).toEqual({
      state: 'deleted',
      files: [file('items'), file('events')],
      items: 2,
      events: 3,
      pendingItems: 0,
      pendingEvents: 0,
      exportJobs: [exported],
      keptFor: [],
    });
    expect(await store.deletions.dataset(ALPHA, 'ds_2')).toEqual({ state: 'missing' });
    expect(await store.appends.pending(ALPHA, 'shop')).toEqual({ items: 0, events: 1 });
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toMatchObject({
      state: 'deleted',
      pendingEvents: 1,
    });
    expect(await store.appends.pending(ALPHA, 'shop')).toEqual({ items: 0, events: 0 });
  });

  test('a dataset is used by a batch of predictions, whose file goes with it', async () => {
    const batch = await begin('batch_prediction', { type: 'model', id: 'model_9' });
    const other = await begin('model_export', { type: 'model', id: 'model_9' });
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toEqual({
      state: 'used',
      by: [{ type: 'job', id: batch }],
    });
    await cancel(batch);
    await cancel(other);
    expect(await store.deletions.exportsOf(ALPHA, 'ds_1')).toEqual([batch]);
    expect(await store.deletions.exportsOf(BETA, 'ds_1')).toEqual([]);
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toMatchObject({
      state: 'deleted',
      exportJobs: [batch],
    });
  });

  test('a dataset is used by cuts, models, tokenizers and simulations that are not done', async () => {
    const next = { ...(await store.datasets.get(ALPHA, 'ds_1'))!, datasetId: 'ds_next' };
    const cut = await begin('dataset_snapshot', { type: 'dataset', id: 'ds_next' }, [
      { name: 'createDataset', args: [next] },
    ]);
    await begin('model_adaptation', null, [{ name: 'createModel', args: [newModel('model_1')] }]);
    const simulation = {
      tenantId: ALPHA,
      simulationId: 'sim_1',
      modelId: 'model_9',
      asked: {},
      jobId: 'job_sim',
      createdAt,
    };
    await begin(
      'simulation',
      { type: 'simulation', id: 'sim_1' },
      [{ name: 'createSimulation', args: [simulation as never] }],
      'job_sim',
    );
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toEqual({
      state: 'used',
      by: [
        { type: 'job', id: cut },
        { type: 'model', id: 'model_1' },
        { type: 'simulation', id: 'sim_1' },
      ],
    });
    expect(await store.deletions.dataset(ALPHA, 'ds_next')).toEqual({ state: 'missing' });
  });

  test('a deleted dataset stays for its ready models alone, and goes with the last of them', async () => {
    await addModel('model_1');
    await addModel('model_2');
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toMatchObject({
      ...{ state: 'deleted', files: [], items: 2, keptFor: ['model_1', 'model_2'] },
    });
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toEqual({ state: 'missing' });
    const all = { before: null, limit: 10 };
    const seen = [store.datasets.get(ALPHA, 'ds_1'), store.datasets.newest(ALPHA, 'shop')];
    expect(await Promise.all(seen)).toEqual([null, null]);
    expect([await store.datasets.list(ALPHA, all), await store.datasets.versions()]).toEqual([[], []]);
    expect(await store.datasets.getKept(BETA, 'ds_1')).toBeNull();
    expect(await store.datasets.getKept(ALPHA, 'ds_1')).toMatchObject({ datasetId: 'ds_1', version: 1 });
    // The name goes on with the next version, and an erasure reaches what is kept.
    expect((await addDataset('ds_2')).version).toBe(2);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect((await store.datasets.getKept(ALPHA, 'ds_1'))!.erased).toEqual(['ana']);
    expect(await store.datasets.toErase()).toHaveLength(2);
    expect(await store.datasets.listKept(ALPHA, all)).toHaveLength(2);
    expect(await store.deletions.model(ALPHA, 'model_1')).toMatchObject({ dataset: null });
    expect(await store.deletions.model(ALPHA, 'model_2')).toEqual({
      state: 'deleted',
      files: [file('model.onnx'), file('items'), file('events')],
      dataset: { datasetId: 'ds_1', exportJobs: [] },
    });
    expect(await store.datasets.find(ALPHA, 'ds_1')).toBeNull();
    expect(await store.datasets.toErase()).toHaveLength(1);
  });

  test('a ready model keeps its dataset for itself alone, and its base not at all', async () => {
    await addModel('model_1');
    await addModel('model_2', { baseModelId: 'model_1' });
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toMatchObject({ state: 'deleted' });
    await begin('model_adaptation', null, [
      { name: 'createModel', args: [newModel('model_3', { baseModelId: 'model_1' })] },
    ]);
    expect(await store.deletions.model(ALPHA, 'model_1')).toEqual({
      state: 'used',
      by: [{ type: 'model', id: 'model_3' }],
    });
    const failed = {
      name: 'failModel',
      args: [ALPHA, 'model_3', { code: 'internal', message: '', details: {} }],
    } as const;
    await begin('other', null, [failed]);
    expect(await store.deletions.model(ALPHA, 'model_1')).toEqual({
      state: 'deleted',
      files: [file('model.onnx')],
      dataset: null,
    });
    expect(await store.models.get(ALPHA, 'model_1')).toBeNull();
    expect(await store.models.get(ALPHA, 'model_2')).not.toBeNull();
    expect(await store.deletions.model(ALPHA, 'model_1')).toEqual({ state: 'missing' });
  });

  test('a ready model that its job still evaluates needs its dataset', async () => {
    const model = newModel('model_1');
    const early = { ...made(null), isEvaluated: false };
    const changes = [
      { name: 'createModel', args: [model] },
      { name: 'completeModel', args: [ALPHA, 'model_1', early] },
    ] as const;
    const jobId = await begin('model_adaptation', null, changes, model.jobId);
    expect((await store.models.get(ALPHA, 'model_1'))?.status).toBe('ready');
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toEqual({
      state: 'used',
      by: [{ type: 'model', id: 'model_1' }],
    });
    await cancel(jobId);
    expect(await store.deletions.dataset(ALPHA, 'ds_1')).toMatchObject({ state: 'deleted' });
  });

  test('a tokenizer is used by its jobs and by every model with its codes', async () => {
    await addTokenizer('tok_1');
    await addModel('model_1', { tokenizerId: 'tok_1' });
    const exporting = await begin('tokenizer_export', { type: 'tokenizer', id: 'tok_1' });
    expect(await store.deletions.tokenizer(ALPHA, 'tok_1')).toEqual({
      state: 'used',
      by: [
        { type: 'job', id: exporting },
        { type: 'model', id: 'model_1' },
      ],
    });
    await cancel(exporting);
    await store.deletions.model(ALPHA, 'model_1');
    expect(await store.deletions.tokenizer(BETA, 'tok_1')).toEqual({ state: 'missing' });
    expect(await store.deletions.tokenizer(ALPHA, 'tok_1')).toEqual({
      state: 'deleted',
      files: [file('bundle')],
    });
    expect(await store.tokenizers.get(ALPHA, 'tok_1')).toBeNull();
  });
});
