import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobEnd } from './job-store.ts';
import type { ModelMade, NewModel } from './model-store.ts';
import type { NewSimulation } from './simulation-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const made: ModelMade = {
  tokenizerId: 'tok_1',
  capabilities: ['predict', 'embed'],
  itemCount: 3,
  maxHistoryItems: 50,
  embeddingDimensions: 64,
  evaluation: 'Fine 😀.',
  report: { splits: [] },
  training: { settings: { epochs: 3 } },
  files: [{ part: 'model.onnx', key: 'k', bytes: 10, sha256: 'ab' }],
  readyAt: '2026-01-02T00:00:00.000Z',
};

function sampleModel(modelId: string, overrides: Partial<NewModel> = {}): NewModel {
  return {
    tenantId: ALPHA,
    modelId,
    name: 'shop 😀',
    architecture: 'sequential-recommender',
    datasetId: 'ds_1',
    baseModelId: null,
    tokenizerId: null,
    jobId: `job_${modelId}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

const sampleSimulation: NewSimulation = {
  tenantId: ALPHA,
  simulationId: 'sim_1',
  modelId: 'model_1',
  asked: { steps: 3, policy: { candidate_item_ids: ['é'] } },
  jobId: 'job_sim',
  createdAt: '2026-01-01T00:00:00.000Z',
};

const cancelled = { code: 'conflict', message: 'cancelled', details: {} };

describe.each(storesUnderTest)('models and simulations of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const begin = (model: NewModel) =>
    store.jobs.create(sampleJob(model.jobId, { tenantId: model.tenantId, kind: 'model_adaptation' }), {
      changes: [{ name: 'createModel', args: [model] }],
    });
  const take = () =>
    store.jobs.take('w', {
      limits: { model_adaptation: 10, simulation: 10 },
      limit: 10,
      nowMs: 0,
      leaseMs: 1000,
    });
  const finish = (jobId: string, end: JobEnd, changes: readonly StoreChange[]) =>
    store.jobs.finish('w', [{ jobId, end, changes, nowMs: 1 }]);
  const succeeded: JobEnd = { status: 'succeeded', result: {} };

  test('a model has the state of its job until the job ends, and then the result', async () => {
    const model = sampleModel('model_1');
    await begin(model);
    const standing = { ...model, version: 1, made: null, error: null, evaluating: null };
    expect(await store.models.get(ALPHA, 'model_1')).toEqual({ ...standing, status: 'queued' });
    await take();
    expect((await store.models.get(ALPHA, 'model_1'))?.status).toBe('training');
    await store.jobs.report('w', model.jobId, { progress: 0.5, detail: { phase: 'evaluating' } });
    expect((await under.another.models.get(ALPHA, 'model_1'))?.status).toBe('evaluating');
    await finish(model.jobId, succeeded, [{ name: 'completeModel', args: [ALPHA, 'model_1', made] }]);
    expect(await store.models.get(ALPHA, 'model_1')).toEqual({
      ...standing,
      status: 'ready',
      tokenizerId: 'tok_1',
      made,
    });
    expect(await store.models.get(BETA, 'model_1')).toBeNull();
    expect(await store.models.list(BETA, { before: null, limit: 10 })).toEqual([]);
  });

  test('a model is ready before its evaluation has ended, in one transaction with the checkpoint', async () => {
    await begin(sampleModel('model_1'));
    await begin(sampleModel('model_2'));
    await take();
    const early = { ...made, evaluation: 'So far.', report: null, isEvaluated: false };
    const ready = (modelId: string): StoreChange => ({
      name: 'completeModel',
      args: [ALPHA, modelId, early],
    });
    const detail = { phase: 'evaluating', stage: 'by time' };
    await store.jobs.report('w', 'job_model_1', {
      progress: 0.5,
      detail,
      checkpoint: { final: 1 },
      changes: [ready('model_1')],
    });
    expect((await store.jobs.get(ALPHA, 'job_model_1'))?.checkpoint).toEqual({ final: 1 });
    expect(await under.another.models.get(ALPHA, 'model_1')).toMatchObject({
      status: 'ready',
      made: early,
      evaluating: { stage: 'by time', progress: 0.5 },
    });
    // Another worker has the job: neither checkpoint nor model is stored.
    const lost = { progress: 0.5, checkpoint: { final: 2 }, changes: [ready('model_2')] };
    expect(await store.jobs.report('other', 'job_model_2', lost)).toBe('lost');
    expect((await store.models.get(ALPHA, 'model_2'))?.made).toBeNull();
    // A change that cannot be made takes the checkpoint with it.
    const wrong = { progress: 0.6, checkpoint: { final: 3 }, changes: [ready('model_none')] };
    await expect(store.jobs.report('w', 'job_model_1', wrong)).rejects.toThrow(/not being made/);
    expect((await store.jobs.get(ALPHA, 'job_model_1'))?.checkpoint).toEqual({ final: 1 });
    await finish('job_model_1', succeeded, [{ name: 'completeModel', args: [ALPHA, 'model_1', made] }]);
    expect(await store.models.get(ALPHA, 'model_1')).toMatchObject({
      status: 'ready',
      made,
      evaluating: null,
    });
    await store.jobs.report('w', 'job_model_2', { progress: 0.5, changes: [ready('model_2')] });
    await finish('job_model_2', { status: 'cancelled' }, [
      { name: 'failModel', args: [ALPHA, 'model_2', cancelled] },
    ]);
    expect(await store.models.get(ALPHA, 'model_2')).toMatchObject({
      status: 'ready',
      error: null,
      evaluating: null,
      made: { evaluation: 'The model serves, but its evaluation did not end (conflict). So far.' },
    });
  });

  test('a failed model says why; a ready one neither fails nor is completed again', async () => {
    await begin(sampleModel('model_1'));
    await begin(sampleModel('model_2'));
    await take();
    await finish('job_model_1', succeeded, [
      { name: 'completeModel', args: [ALPHA, 'model_1', made] },
      { name: 'failModel', args: [ALPHA, 'model_1', cancelled] },
      { name: 'failModel', args: [ALPHA, 'model_2', cancelled] },
    ]);
    expect((await store.models.get(ALPHA, 'model_1'))?.status).toBe('ready');
    expect(await store.models.get(ALPHA, 'model_2')).toMatchObject({ status: 'failed', error: cancelled });
    await expect(
      finish('job_model_2', succeeded, [{ name: 'completeModel', args: [ALPHA, 'model_1', made] }]),
    ).rejects.toThrow(/not being made/);
    expect((await store.jobs.get(ALPHA, 'job_model_2'))?.status).toBe('running');
  });

  test('a job that is cancelled while it waits takes its model with it', async () => {
    await begin(sampleModel('model_1'));
    await store.jobs.cancel(ALPHA, 'job_model_1', {
      nowMs: 1,
      changes: [{ name: 'failModel', args: [ALPHA, 'model_1', cancelled] }],
    });
    expect(await store.models.get(ALPHA, 'model_1')).toMatchObject({ status: 'failed', error: cancelled });
  });

  test('versions count by name within a tenant; lists go newest first, page by page', async () => {
    await begin(sampleModel('model_1'));
    await begin(sampleModel('model_2'));
    await begin(sampleModel('model_3', { name: 'other' }));
    await begin(sampleModel('model_4', { tenantId: BETA }));
    const listed = async (before: string | null, limit: number) =>
      (await store.models.list(ALPHA, { before, limit })).map(({ modelId, version }) => [modelId, version]);
    expect(await listed(null, 2)).toEqual([
      ['model_3', 1],
      ['model_2', 2],
    ]);
    expect(await listed('model_2', 2)).toEqual([['model_1', 1]]);
    await take();
    const ends = [{ name: 'completeModel', args: [ALPHA, 'model_1', made] }] as const;
    await finish('job_model_1', succeeded, ends);
    const error = { code: 'conflict', message: 'It was refused.', details: {} };
    await finish('job_model_2', { status: 'failed', error }, [
      { name: 'failModel', args: [ALPHA, 'model_2', error] },
    ]);
    const idsOf = async (status: 'ready' | 'training' | 'failed' | 'all') =>
      (await store.models.list(ALPHA, { before: null, limit: 9, status })).map(({ modelId }) => modelId);
    expect(await idsOf('ready')).toEqual(['model_1']);
    expect(await idsOf('training')).toEqual(['model_3']);
    expect(await idsOf('failed')).toEqual(['model_2']);
    expect(await idsOf('all')).toEqual(['model_3', 'model_2', 'model_1']);
    expect((await store.models.get(BETA, 'model_4'))?.version).toBe(1);
  });

  test('a simulation has the state of its job until the job ends, and ends once', async () => {
    await store.jobs.create(sampleJob('job_sim', { kind: 'simulation' }), {
      changes: [{ name: 'createSimulation', args: [sampleSimulation] }],
    });
    const found = () => store.simulations.get(ALPHA, 'sim_1');
    expect(await found()).toEqual({ ...sampleSimulation, status: 'queued', result: null, error: null });
    await take();
    expect((await found())?.status).toBe('running');
    const end = (result: unknown): StoreChange => ({
      name: 'endSimulation',
      args: [ALPHA, 'sim_1', { status: 'succeeded', result }],
    });
    await finish('job_sim', succeeded, [
      end({ coverage: 0.5 }),
      end({ coverage: 0.6 }),
      { name: 'endSimulation', args: [ALPHA, 'sim_1', { status: 'cancelled' }] },
    ]);
    expect(await found()).toMatchObject({ status: 'succeeded', result: { coverage: 0.5 }, error: null });
    expect(await store.simulations.get(BETA, 'sim_1')).toBeNull();
  });
});
