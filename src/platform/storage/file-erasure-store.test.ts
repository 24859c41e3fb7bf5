import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { JobEnd } from './job-store.ts';
import type { Store } from './store.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const kinds = ['dataset_export', 'batch_prediction', 'match_batch', 'tokenizer_export', 'model_export'];

describe.each(storesUnderTest)('files that erasures reach, in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(async () => {
    await under.empty();
    await store.datasets.add(
      {
        ...{ tenantId: ALPHA, datasetId: 'ds_1', name: 'shop', source: 'workspace_upload', terms: '' },
        ...{ access: { export: true, training: true }, features: noFeatures },
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      { itemCount: 1, eventCount: 1, files: [], features: noFeatures, readyAt: '2026-01-01' },
    );
  });
  afterAll(() => under.dispose());

  const begin = async (jobId: string, kind: string, datasetId = 'ds_1', tenantId = ALPHA) => {
    const resource =
      kind === 'match_batch' ? { type: 'domain', id: 'dating' } : { type: 'dataset', id: datasetId };
    const changes =
      kind === 'match_batch'
        ? [{ name: 'createMatchBatch', args: [tenantId, jobId, 'dating'] } as const]
        : [];
    await store.jobs.create(sampleJob(jobId, { tenantId, kind, resource }), { changes });
  };
  const end = async (jobId: string, how: JobEnd) => {
    const limits = Object.fromEntries(kinds.map((kind) => [kind, 99]));
    await store.jobs.take('w', { limits, limit: 99, nowMs: 1, leaseMs: 1000 });
    await store.jobs.finish('w', [{ jobId, end: how, changes: [], nowMs: 2 }]);
  };
  const fileUntil = (expires_at_ms: number): JobEnd => ({
    ...{ status: 'succeeded', result: { file: { key: 'k', expires_at_ms } } },
  });
  const marked = async () =>
    (await under.another.fileErasures.list()).map(({ jobId, erased }) => [jobId, ...erased].join(' ')).sort();

  test('an erasure marks the person in every file that may name the person, in its transaction', async () => {
    for (const kind of kinds) await begin(`job_${kind}`, kind);
    await begin('job_other', 'dataset_export', 'ds_other');
    await begin('job_theirs', 'batch_prediction', 'ds_1', BETA);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect(await marked()).toEqual(['job_batch_prediction ana', 'job_dataset_export ana']);
    expect(await under.another.fileErasures.erased(ALPHA, 'job_match_batch')).toEqual(['ana']);
    expect(await under.another.fileErasures.erased(BETA, 'job_theirs')).toEqual([]);
  });

  test('but no export of a dataset without the person, and nothing beside the domain that is erased', async () => {
    for (const kind of kinds) await begin(`job_${kind}`, kind);
    await store.profiles.erase(ALPHA, 'ana', null, { datasetsWithout: ['ds_1'] });
    expect(await marked()).toEqual(['job_batch_prediction ana']);
    await store.profiles.erase(ALPHA, 'ben', 'dating');
    expect(await marked()).toEqual(['job_batch_prediction ana']);
    expect(await store.fileErasures.erased(ALPHA, 'job_match_batch')).toEqual(['ana', 'ben']);
  });

  test('nor files that are gone', async () => {
    const nowMs = 1000;
    for (const [jobId, how] of Object.entries({
      job_1: { status: 'cancelled' } as const,
      job_2: { status: 'failed', error: { code: 'internal', message: '', details: {} } } as const,
      job_3: fileUntil(nowMs),
      job_4: fileUntil(nowMs + 1),
    })) {
      await begin(jobId, 'dataset_export');
      await end(jobId, how);
    }
    await store.profiles.erase(ALPHA, 'ana', null, { nowMs });
    expect(await marked()).toEqual(['job_4 ana']);
  });

  test('marks are settled one by one, or forgotten together', async () => {
    await begin('job_1', 'batch_prediction');
    await begin('job_2', 'batch_prediction');
    for (const person of ['ana', 'ben']) await store.profiles.erase(ALPHA, person, null);
    await store.fileErasures.settle(ALPHA, 'job_1', ['ana']);
    await store.fileErasures.forget(ALPHA, 'job_2');
    expect(await marked()).toEqual(['job_1 ben']);
  });
});
