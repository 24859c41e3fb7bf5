import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppendEventsRequest } from '../../../contract/dataset-append.ts';
import type { ModelMade, NewModel } from '../../../platform/storage/model-store.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { erasePeople } from './erase-people.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const event = (id: string, person: string) => ({
  event_id: id,
  person_id: person,
  item_id: 'a',
  kind: 'view',
  timestamp: '2024-05-01T12:00:00Z',
});

async function imported(name: string, events: readonly object[]): Promise<string> {
  const job = await world.import({
    name,
    features: { people: { age: 'number' } },
    items: [{ item_id: 'a', text: 'A' }],
    people: [{ person_id: 'ana', attributes: { age: 30 } }, { person_id: 'ben' }],
    events,
  });
  return job.resource!.id;
}

const erase = (person: string) => world.store.profiles.erase(TENANT, person, null);
const rewrite = (signal = new AbortController().signal, finishErasure = world.store.datasets.finishErasure) =>
  erasePeople(
    {
      datasets: { ...world.store.datasets, finishErasure },
      deletions: world.store.deletions,
      artifacts: world.artifacts,
      clock: () => Date.UTC(2026, 0, 1),
      readersMs: 0,
    },
    signal,
  );
const linesOf = async (id: string) => (await world.export(id)).toString();
const filesOf = (id: string) =>
  readdirSync(`${world.folder}/artifacts`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.includes(id) && /\.\w+$/.test(file),
  );

describe('an erased person', () => {
  test('is left out by readers at once, and then gone from every file, with a record on the snapshot', async () => {
    const id = await imported('one', [event('e1', 'ana'), event('e2', 'ben'), event('e3', 'ana')]);
    const append = { events: [event('e4', 'ana'), event('e5', 'ben')] };
    await world.appends.events(TENANT, id, AppendEventsRequest.parse(append).events);
    const before = await linesOf(id);
    expect(before).toContain('ana');
    const old = filesOf(id);
    expect(await erase('ana')).toMatchObject({ pendingEvents: 1, datasetVersions: 1, trainedModels: [] });
    expect(await world.store.appends.pending(TENANT, 'one')).toEqual({ items: 0, events: 1 });
    const expected = before.split('\n').filter((line) => !line.includes('"ana"'));
    expect(await linesOf(id)).toBe(expected.join('\n'));
    await rewrite();
    const dataset = (await world.store.datasets.get(TENANT, id))!;
    expect(dataset).toMatchObject({ erased: [], eventCount: 1, itemCount: 1 });
    expect(await world.service.get(TENANT, id)).toMatchObject({
      event_count: 1,
      erasures: { count: 1, last_at: '2026-01-01T00:00:00.000Z' },
    });
    expect(filesOf(id).filter((file) => old.includes(file))).toEqual([]);
    for await (const { personIds } of (await readSnapshot(world.artifacts, dataset)).events(['personIds']))
      expect(personIds).toEqual(['ben']);
    expect(await linesOf(id)).toBe(expected.join('\n'));
    const exports = readdirSync(`${world.folder}/artifacts`, { recursive: true, encoding: 'utf8' });
    // The one that was made since.
    expect(exports.filter((file) => /export-.*\.jsonl$/.test(file))).toHaveLength(1);
    expect(gunzipSync(await world.export(id, 'gzip')).toString()).not.toContain('ana');
  });

  test('is gone from the files of a deleted dataset that stay for a model', async () => {
    const datasetId = await imported('kept', [event('e1', 'ana'), event('e2', 'ben')]);
    const createdAt = '2026-01-01T00:00:00.000Z';
    const model: NewModel = {
      ...{ tenantId: TENANT, modelId: 'model_1', name: 'next', architecture: 'sequential-recommender' },
      ...{ datasetId, baseModelId: null, tokenizerId: null, jobId: 'job_model', createdAt },
    };
    const made = { files: [], tokenizerId: null } as unknown as ModelMade;
    const job = sampleJob('job_model', { tenantId: TENANT, kind: 'model_adaptation' });
    await world.store.jobs.create(job, {
      changes: [
        { name: 'createModel', args: [model] },
        { name: 'completeModel', args: [TENANT, 'model_1', made] },
      ],
    });
    await world.store.jobs.cancel(TENANT, 'job_model', { nowMs: 0, changes: [] });
    expect(await world.store.deletions.dataset(TENANT, datasetId)).toMatchObject({ keptFor: ['model_1'] });
    expect(await erase('ana')).toMatchObject({ trainedModels: ['model_1'] });
    await rewrite();
    const kept = (await world.store.datasets.getKept(TENANT, datasetId))!;
    expect(kept).toMatchObject({ erased: [], eventCount: 1 });
    for await (const { personIds } of (await readSnapshot(world.artifacts, kept)).events(['personIds']))
      expect(personIds).toEqual(['ben']);
    expect(await world.store.deletions.model(TENANT, 'model_1')).toMatchObject({ dataset: { datasetId } });
  });

  test('is in no version that is cut afterwards, although its base still names the person', async () => {
    const id = await imported('two', [event('e1', 'ana'), event('e2', 'ben')]);
    await world.appends.events(
      TENANT,
      id,
      AppendEventsRequest.parse({ events: [event('e3', 'ben')] }).events,
    );
    await erase('ana');
    const accepted = await world.appends.cut(TENANT, id, null);
    if (accepted.state !== 'accepted') throw new Error('expected a new job');
    await rewrite();
    expect((await world.store.datasets.get(TENANT, id))!.erased).toEqual(['ana']);
    await world.work();
    const next = (await world.job(accepted.job.jobId)).resource!.id;
    expect(await linesOf(next)).not.toContain('ana');
    await rewrite();
    expect((await world.store.datasets.get(TENANT, id))!).toMatchObject({ erased: [], eventCount: 1 });
    expect(await world.store.datasets.toErase()).toEqual([]);
  });

  test('whom a dataset does not name leaves its files as they are', async () => {
    const id = await imported('three', [event('e1', 'ben')]);
    const { files } = (await world.store.datasets.get(TENANT, id))!;
    await erase('nobody');
    await rewrite();
    expect(await world.store.datasets.get(TENANT, id)).toMatchObject({
      files,
      erased: [],
      erasures: { count: 0, lastAt: null },
    });
    expect(filesOf(id).filter((file) => file.endsWith('.parquet'))).toHaveLength(3);
  });

  test('whose erasure died before its end is erased by the next run; until then the dataset is whole', async () => {
    const id = await imported('four', [event('e1', 'ana'), event('e2', 'ben')]);
    await erase('ana');
    const died = async () => {
      throw new Error('died');
    };
    await expect(rewrite(undefined, died)).rejects.toThrow('died');
    const { erased, erasures } = (await world.store.datasets.get(TENANT, id))!;
    expect([erased, erasures.count]).toEqual([['ana'], 0]);
    expect(await linesOf(id)).not.toContain('ana');
    await rewrite();
    expect(await linesOf(id)).toContain('"ben"');
    expect((await world.store.datasets.get(TENANT, id))!).toMatchObject({
      erased: [],
      erasures: { count: 1 },
    });
  });
});
