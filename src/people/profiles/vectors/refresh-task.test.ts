import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiError } from '../../../contract/errors.ts';
import { queuedJob } from '../../../platform/jobs/accept-job.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import { sampleWrite } from '../../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { profileRefreshTask, type RefreshTaskParts } from './refresh-task.ts';

let under: StoreUnderTest;
let faults: unknown[];

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
});
beforeEach(async () => {
  await under.empty();
  faults = [];
});
afterAll(() => under.dispose());

function run(given: Partial<RefreshTaskParts>) {
  const task = profileRefreshTask({
    store: under.store,
    domainFor: async () => {
      throw apiError('domain_not_found', 'no such domain');
    },
    encoders: async () => {
      throw new Error('the encoder is down');
    },
    clock: () => 1000,
    onError: (_kind, error) => faults.push(error),
    ...given,
  });
  return task.run({
    job: queuedJob(sampleJob('job_1', { input: { domain: 'dating', user_id: 'ana' } })),
    signal: new AbortController().signal,
    progress: () => {},
    checkpoint: async () => {},
  });
}

const unusedEncoders = async () => ({
  active: async () => {
    throw new Error('not asked for');
  },
});

test('after a fault it is due again, and the fault is reported', async () => {
  expect(await run({})).toEqual({ result: {}, againAtMs: 31_000 });
  expect(faults).toEqual([new Error('the encoder is down')]);
});

test('no vector is due where the domain was removed or the person erased', async () => {
  await under.store.profiles.write([sampleWrite('ben')]);
  expect(await run({ encoders: unusedEncoders })).toEqual({ result: {} });
  const definition = { domain: 'dating' } as never;
  const domainFor = async () => ({ definition, labels: {}, threshold: 1 });
  expect(await run({ encoders: unusedEncoders, domainFor })).toEqual({ result: {} });
  expect(faults).toEqual([]);
});
