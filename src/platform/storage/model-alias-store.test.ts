import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ALIAS_MOVES } from './model-alias-store.ts';
import type { NewModel } from './model-store.ts';
import type { Store } from './store.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const completed: Omit<NewModel, 'modelId' | 'jobId'> = {
  tenantId: ALPHA,
  name: 'shop',
  architecture: 'sequential-recommender',
  datasetId: 'ds_1',
  baseModelId: null,
  tokenizerId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const to = (modelId: string, movedAt = '2026-01-01T00:00:00.000Z') => ({
  modelId,
  movedAt,
  reason: `to ${modelId}`,
});

describe.each(storesUnderTest)('aliases of models of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('an alias names the model of its last move, in every process, and only in its tenant', async () => {
    const { modelAliases } = store;
    expect(await store.models.idOfAlias(ALPHA, 'live')).toBeNull();
    expect(await modelAliases.move(ALPHA, 'live', to('model_1'))).toBe('moved');
    expect(await modelAliases.move(ALPHA, 'live', to('model_1'))).toBe('unchanged');
    expect(await modelAliases.move(ALPHA, 'live', to('model_2'))).toBe('moved');
    expect(await under.another.models.idOfAlias(ALPHA, 'live')).toBe('model_2');
    expect(await store.models.idOfAlias(BETA, 'live')).toBeNull();
    expect(await modelAliases.get(BETA, 'live')).toBeNull();
    expect(await modelAliases.list(BETA)).toEqual([]);
    expect(await modelAliases.get(ALPHA, 'live')).toEqual({
      tenantId: ALPHA,
      name: 'live',
      moves: [to('model_2'), to('model_1')],
    });
  });

  test('the last moves are kept, in their order', async () => {
    for (let n = 1; n <= MAX_ALIAS_MOVES + 3; n++) await store.modelAliases.move(ALPHA, 'live', to(`m${n}`));
    const { moves } = (await store.modelAliases.get(ALPHA, 'live'))!;
    expect(moves.map(({ modelId }) => modelId)).toEqual(
      Array.from({ length: MAX_ALIAS_MOVES }, (_, n) => `m${MAX_ALIAS_MOVES + 3 - n}`),
    );
  });

  test('a move from a model that the alias no longer names changes nothing', async () => {
    const { modelAliases } = store;
    expect(await modelAliases.move(ALPHA, 'live', to('b'), 'a')).toBe('names_another');
    await modelAliases.move(ALPHA, 'live', to('a'));
    const both = await Promise.all([
      modelAliases.move(ALPHA, 'live', to('b'), 'a'),
      under.another.modelAliases.move(ALPHA, 'live', to('c'), 'a'),
    ]);
    expect(both.toSorted()).toEqual(['moved', 'names_another']);
    expect((await modelAliases.get(ALPHA, 'live'))!.moves).toHaveLength(2);
  });

  test('lists by name, finds those of a model, and forgets a removed one', async () => {
    const { modelAliases } = store;
    for (const name of ['b', 'a', 'c']) await modelAliases.move(ALPHA, name, to('model_1'));
    await modelAliases.move(ALPHA, 'c', to('model_2'));
    expect((await modelAliases.list(ALPHA)).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(await modelAliases.naming(ALPHA, 'model_1')).toEqual(['a', 'b']);
    expect(await modelAliases.remove(ALPHA, 'a')).toBe(true);
    expect(await modelAliases.remove(ALPHA, 'a')).toBe(false);
    expect(await store.models.idOfAlias(ALPHA, 'a')).toBeNull();
  });

  test('a schedule of refits is of one alias, and goes with it', async () => {
    const { modelAliases, refitSchedules } = store;
    const schedule = {
      tenantId: ALPHA,
      name: 'live',
      everyEvents: 1000,
      everyHours: 0.5,
      settings: { epochs: 3 },
      lastDatasetId: null,
      lastAt: '2026-01-01T00:00:00.000Z',
      jobId: null,
    };
    await modelAliases.move(ALPHA, 'live', to('model_1'));
    await refitSchedules.put({ ...schedule, everyHours: null });
    await refitSchedules.put(schedule);
    expect(await refitSchedules.all()).toEqual([schedule]);
    expect(await refitSchedules.get(BETA, 'live')).toBeNull();
    const noted = { lastDatasetId: 'ds_2', lastAt: '2026-01-02T00:00:00.000Z', jobId: 'job_1' };
    await refitSchedules.note({ ...schedule, ...noted });
    expect(await under.another.refitSchedules.get(ALPHA, 'live')).toEqual({ ...schedule, ...noted });
    await modelAliases.remove(ALPHA, 'live');
    expect(await refitSchedules.all()).toEqual([]);
    await refitSchedules.note({ ...schedule, ...noted });
    expect(await refitSchedules.all()).toEqual([]);
    expect(await refitSchedules.remove(ALPHA, 'live')).toBe(false);
  });

  test('a model that an alias names is not deleted', async () => {
    const made = { ...completed, modelId: 'model_9', jobId: 'job_9' };
    await store.jobs.create(sampleJob('job_9', { kind: 'model_adaptation' }), {
      changes: [
        { name: 'createModel', args: [made] },
        {
          name: 'failModel',
          args: [ALPHA, 'model_9', { code: 'conflict', message: 'it ended', details: {} }],
        },
      ],
    });
    await store.jobs.cancel(ALPHA, 'job_9', { nowMs: 1, changes: [] });
    await store.modelAliases.move(ALPHA, 'live', to('model_9'));
    expect(await store.deletions.model(ALPHA, 'model_9')).toEqual({
      state: 'used',
      by: [{ type: 'alias', id: 'live' }],
    });
    await store.modelAliases.move(ALPHA, 'live', to('model_10'));
    expect(await store.deletions.model(ALPHA, 'model_9')).toMatchObject({ state: 'deleted' });
  });
});
