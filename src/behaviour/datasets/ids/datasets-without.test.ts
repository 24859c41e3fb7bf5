import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewModel } from '../../../platform/storage/model-store.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import { erasePeople } from '../tasks/erase-people.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { createDatasetsWithout, type DatasetsWithout } from './datasets-without.ts';
import { idIndexKey } from './id-index-file.ts';
import { createIdIndexes } from './read-id-index.ts';

let world: DatasetWorld;
let without: DatasetsWithout;
beforeAll(async () => {
  world = await openDatasetWorld();
  without = createDatasetsWithout(world.store.datasets, createIdIndexes(world.artifacts));
});
afterAll(() => world.dispose());

async function imported(name: string, people: readonly string[]): Promise<string> {
  const event = { item_id: 'a', kind: 'view', timestamp: '2024-05-01T12:00:00Z' };
  const events = people.map((person_id, n) => ({ ...event, event_id: `e${n}`, person_id }));
  const job = await world.import({ name, items: [{ item_id: 'a', text: '' }], events });
  expect(job.error).toBeNull();
  return job.resource!.id;
}

async function model(modelId: string, datasetId: string, baseModelId: string | null = null): Promise<void> {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const jobId = `job_${modelId}`;
  const made: NewModel = {
    ...{ tenantId: TENANT, modelId, name: modelId, architecture: 'sequential-recommender', datasetId },
    ...{ baseModelId, tokenizerId: null, jobId, createdAt },
  };
  await world.store.jobs.create(sampleJob(jobId, { tenantId: TENANT, kind: 'model_adaptation' }), {
    changes: [{ name: 'createModel', args: [made] }],
  });
}

async function erase(person: string) {
  const datasetsWithout = await without(TENANT, person);
  return world.store.profiles.erase(TENANT, person, null, { datasetsWithout });
}

test('an erasure reaches the datasets that name the person, and the models that learned from them', async () => {
  const [one, two, three] = [
    await imported('one', ['ana', 'ben', 'ana']),
    await imported('two', ['ben']),
    await imported('three', []),
  ];
  await model('model_1', one);
  await model('model_2', two);
  await model('model_3', two, 'model_1');
  await model('model_4', two, 'model_3');
  expect(await without(TENANT, 'ana')).toEqual([three, two]);
  expect(await erase('ana')).toMatchObject({
    datasetVersions: 1,
    trainedModels: ['model_1', 'model_3', 'model_4'],
  });
  expect(await erase('cem')).toMatchObject({ datasetVersions: 0, trainedModels: [] });
  expect((await world.store.datasets.get(TENANT, one))!.erased).toEqual(['ana']);
  expect((await world.store.datasets.get(TENANT, two))!.erased).toEqual([]);
});

test('a dataset without an index may name anyone, until an erasure has read it', async () => {
  const id = await imported('old', ['ben']);
  const key = idIndexKey((await world.store.datasets.get(TENANT, id))!, 'people');
  await world.artifacts.remove(key);
  expect(await without(TENANT, 'dan')).not.toContain(id);
  expect((await erase('dan')).datasetVersions).toBe(1);
  const parts = { ...world.store, artifacts: world.artifacts, clock: Date.now, readersMs: 0 };
  await erasePeople(
    { ...parts, deletions: { ...parts.deletions, datasetUsedBy: async () => [] } },
    new AbortController().signal,
  );
  expect(await without(TENANT, 'dan')).toContain(id);
  expect(await without(TENANT, 'ben')).not.toContain(id);
});
