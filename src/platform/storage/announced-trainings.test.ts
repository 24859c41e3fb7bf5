/** Ends of training runs, models put in force by hand, and versions of datasets are told to webhooks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { NewDataset } from './dataset-store.ts';
import type { NewRankingModel, RunEnding } from './learning-store.ts';
import type { NewRun } from './new-run.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import type { Webhook } from './webhook-store.ts';

const AT = '2026-03-01T12:00:00.000Z';
const webhook: Webhook = {
  ...{ tenantId: ALPHA, webhookId: 'wh_1', url: 'https://example.com/', description: null },
  ...{ events: ['training.deployed', 'training.rejected', 'dataset.version'], secret: 'whsec_c2VjcmV0' },
  ...{ earlierSecret: null, disabledAt: null, disabledBecause: null, createdAt: AT },
};

describe.each(storesUnderTest)('$name', ({ open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(async () => {
    await under.empty();
    await under.store.webhooks.create(webhook);
  });
  afterAll(() => under.dispose());

  async function told() {
    const { webhooks } = under.store;
    const found = await webhooks.deliveries(ALPHA, 'wh_1', { before: null, limit: 10 });
    return found.map(({ event: { type, data } }) => ({ type, ...data }));
  }

  async function ended(status: RunEnding['status'], model: NewRankingModel | null): Promise<void> {
    const { jobs, learning } = under.store;
    const run: NewRun = {
      ...{ tenantId: ALPHA, runId: 'run_a', domain: 'dating', tier: 'tenant', jobId: 'job_a' },
      ...{ forced: true, createdAt: AT, minutes: { base: 1, perTriplet: 0 } },
    };
    await learning.startRun({ run, job: sampleJob('job_a', { kind: 'training_run' }), atLeast: 0 });
    const nowMs = Date.parse(AT);
    await jobs.take('worker', { limits: { training_run: 1 }, limit: 1, nowMs, leaseMs: 60_000 });
    const ending: RunEnding = {
      ...{ status, reason: 'as it is', startedAt: AT, finishedAt: AT, model, mail: null, metrics: null },
    };
    const changes = [{ name: 'endRun', args: [ALPHA, 'run_a', ending] } as const];
    const end = { status: 'succeeded', result: {} } as const;
    expect(await jobs.finish('worker', [{ jobId: 'job_a', end, changes, nowMs }])).toEqual(['finished']);
  }

  test('a rejected run', async () => {
    await ended('rejected', null);
    const data = { run_id: 'run_a', domain: 'dating', version: null, reason: 'as it is' };
    expect(await told()).toEqual([{ type: 'training.rejected', ...data }]);
  });

  test('a deployed run, and its model put in force again', async () => {
    await ended('deployed', {
      ...{ tenantId: ALPHA, domain: 'dating', tier: 'tenant', runId: 'run_a', version: 'v1' },
      ...{ createdAt: AT, card: {}, files: [] },
    });
    await under.store.learning.deployRun(ALPHA, 'run_a', '2026-03-01T13:00:00.000Z');
    const data = { run_id: 'run_a', domain: 'dating', version: 'v1', reason: 'as it is' };
    expect(await told()).toEqual([
      { type: 'training.deployed', ...data, manual: true },
      { type: 'training.deployed', ...data, manual: false },
    ]);
  });

  test('a failed run is told of by its job alone', async () => {
    await ended('failed', null);
    expect(await told()).toEqual([]);
  });

  test('a version of a dataset', async () => {
    const dataset: NewDataset = {
      ...{ tenantId: ALPHA, datasetId: 'ds_1', name: 'shop', source: 'workspace_upload' as const },
      ...{ access: { export: true, training: true }, terms: 'ours', features: noFeatures, createdAt: AT },
    };
    await under.store.datasets.add(dataset, { itemCount: 2, eventCount: 3, files: [], readyAt: AT });
    expect(await told()).toEqual([
      {
        ...{ type: 'dataset.version', dataset_id: 'ds_1', name: 'shop', version: 'v1' },
        ...{ item_count: 2, event_count: 3 },
      },
    ]);
  });
});
