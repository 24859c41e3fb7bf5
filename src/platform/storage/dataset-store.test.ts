import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewDataset, SnapshotMade } from './dataset-store.ts';
import type { Store } from './store.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const made: SnapshotMade = {
  itemCount: 2,
  eventCount: 3_000_000_000,
  files: [{ key: 'k', part: 'items', rows: 2, bytes: 10, sha256: 'ab' }],
  readyAt: '2026-01-02T00:00:00.000Z',
};

/** A dataset without erasures. */
const whole = { erased: [], erasures: { count: 0, lastAt: null } };

function sampleDataset(datasetId: string, given: Partial<NewDataset> = {}): NewDataset {
  return {
    tenantId: ALPHA,
    datasetId,
    name: 'shop 😀',
    source: 'workspace_upload',
    access: { export: true, training: false },
    terms: 'Ours.',
    features: { items: { price: { type: 'number' } }, people: {}, events: {} },
    declaredEvents: { kinds: { view: { weight: 0.1 } }, repeats: true, baskets: 'basket_id' },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  };
}

describe.each(storesUnderTest)('datasets of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const begin = (jobId: string, dataset: NewDataset) =>
    store.jobs.create(
      sampleJob(jobId, { tenantId: dataset.tenantId, resource: { type: 'dataset', id: dataset.datasetId } }),
      { changes: [{ name: 'createDataset', args: [dataset] }] },
    );

  test('an added one is read complete, by its tenant alone', async () => {
    const dataset = sampleDataset('ds_1');
    const added = await store.datasets.add(dataset, made);
    expect(added).toEqual({ ...dataset, ...made, ...whole, version: 1 });
    expect(await under.another.datasets.get(ALPHA, 'ds_1')).toEqual(added);
    expect(await store.datasets.get(BETA, 'ds_1')).toBeNull();
    expect(await store.datasets.find(BETA, 'ds_1')).toBeNull();
    expect(await store.datasets.list(BETA, { before: null, limit: 10 })).toEqual([]);
  });

  test('an erasure marks the person in every version of the tenant, until the files are written again', async () => {
    await store.datasets.add(sampleDataset('ds_1'), made);
    await store.datasets.add(sampleDataset('ds_2'), made);
    await store.datasets.add(sampleDataset('ds_b', { tenantId: BETA }), made);
    await begin('job_1', sampleDataset('ds_3'));
    const erase = (person: string) => store.profiles.erase(ALPHA, person, null);
    expect(await store.people.mayBeInDatasets(ALPHA)).toBe(true);
    expect(await erase('ana')).toMatchObject({ datasetVersions: 3, pendingEvents: 0 });
    expect(await store.profiles.erase(ALPHA, 'ben', 'dating')).toMatchObject({ datasetVersions: 0 });
    const erased = async (datasetId: string) => (await under.another.datasets.find(ALPHA, datasetId))!.erased;
    expect([await erased('ds_1'), await erased('ds_3')]).toEqual([['ana'], ['ana']]);
    expect((await store.datasets.get(BETA, 'ds_b'))!.erased).toEqual([]);
    const ids = async () => (await store.datasets.toErase()).map(({ datasetId }) => datasetId).sort();
    expect(await ids()).toEqual(['ds_1', 'ds_2']);
    await erase('cem');
    const at = '2026-02-01T00:00:00.000Z';
    const files = [{ ...made.files[0]!, key: 'k2' }];
    await store.datasets.finishErasure(ALPHA, 'ds_1', {
      people: ['ana'],
      made: { files, eventCount: 7 },
      at,
    });
    expect(await store.datasets.get(ALPHA, 'ds_1')).toMatchObject({
      files,
      eventCount: 7,
      erased: ['cem'],
      erasures: { count: 1, lastAt: at },
    });
    await store.datasets.finishErasure(ALPHA, 'ds_2', { people: ['ana', 'cem'], made: null, at });
    expect(await store.datasets.get(ALPHA, 'ds_2')).toMatchObject({ ...made, ...whole });
    expect(await ids()).toEqual(['ds_1']);
    await store.deletions.dataset(ALPHA, 'ds_1');
    expect(await ids()).toEqual([]);
  });

  test('versions count by name within a tenant, from when it was created', async () => {
    await begin('job_1', sampleDataset('ds_1'));
    expect((await store.datasets.add(sampleDataset('ds_2'), made)).version).toBe(2);
    expect((await store.datasets.add(sampleDataset('ds_3', { name: 'other' }), made)).version).toBe(1);
    expect((await store.datasets.add(sampleDataset('ds_4', { tenantId: BETA }), made)).version).toBe(1);
    expect((await store.datasets.find(ALPHA, 'ds_1'))?.version).toBe(1);
  });

  test('a dataset is not listed until the end of its import job completes it', async () => {
    await begin('job_1', sampleDataset('ds_1'));
    expect(await store.datasets.get(ALPHA, 'ds_1')).toBeNull();
    expect(await store.datasets.list(ALPHA, { before: null, limit: 10 })).toEqual([]);
    expect((await store.datasets.find(ALPHA, 'ds_1'))?.readyAt).toBeNull();
    await take('w');
    await store.jobs.finish('w', [
      {
        jobId: 'job_1',
        end: { status: 'succeeded', result: {} },
        changes: [{ name: 'completeDataset', args: [ALPHA, 'ds_1', made] }],
        nowMs: 1,
      },
    ]);
    expect(await store.datasets.get(ALPHA, 'ds_1')).toEqual({
      ...sampleDataset('ds_1'),
      ...made,
      ...whole,
      version: 1,
    });
  });

  test('one whose import failed is removed, and a ready one is never dropped', async () => {
    await begin('job_1', sampleDataset('ds_1'));
    await store.datasets.add(sampleDataset('ds_2'), made);
    await take('w');
    const failed = { status: 'failed', error: { code: 'x', message: 'x', details: {} } } as const;
    const drop = (id: string) => ({ name: 'dropDataset', args: [ALPHA, id] }) as const;
    await store.jobs.finish('w', [
      { jobId: 'job_1', end: failed, changes: [drop('ds_1'), drop('ds_2')], nowMs: 1 },
    ]);
    expect(await store.datasets.find(ALPHA, 'ds_1')).toBeNull();
    expect(await store.datasets.get(ALPHA, 'ds_2')).not.toBeNull();
    const page = { before: null, limit: 10 };
    const deleted = await store.audit.page({ tenantId: ALPHA, action: 'dataset.delete' }, page);
    expect(deleted.map(({ target }) => target!.id)).toEqual(['ds_1']);
  });

  test('a dataset is completed once', async () => {
    await store.datasets.add(sampleDataset('ds_1'), made);
    await store.jobs.create(sampleJob('job_1'));
    await take('w');
    const finishing = store.jobs.finish('w', [
      {
        jobId: 'job_1',
        end: { status: 'succeeded', result: {} },
        changes: [{ name: 'completeDataset', args: [ALPHA, 'ds_1', { ...made, itemCount: 99 }] }],
        nowMs: 1,
      },
    ]);
    await expect(finishing).rejects.toThrow(/not being imported/);
    expect((await store.datasets.get(ALPHA, 'ds_1'))?.itemCount).toBe(2);
    expect((await store.jobs.get(ALPHA, 'job_1'))?.status).toBe('running');
  });

  test('lists newest first, page by page', async () => {
    for (const id of ['ds_1', 'ds_2', 'ds_3']) await store.datasets.add(sampleDataset(id), made);
    const ids = async (before: string | null, limit: number) =>
      (await store.datasets.list(ALPHA, { before, limit })).map(({ datasetId }) => datasetId);
    expect(await ids(null, 2)).toEqual(['ds_3', 'ds_2']);
    expect(await ids('ds_2', 2)).toEqual(['ds_1']);
  });

  const take = (owner: string) =>
    store.jobs.take(owner, { limits: { dataset_import: 10 }, limit: 10, nowMs: 0, leaseMs: 1000 });
});
