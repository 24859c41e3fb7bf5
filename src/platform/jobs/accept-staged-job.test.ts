import { expect, test } from 'vitest';
import { apiError } from '../../contract/errors.ts';
import type { Job } from '../storage/job.ts';
import { StoreOutage } from '../storage/store-outage.ts';
import type { AcceptedJob } from './accept-job.ts';
import { acceptStagedJob } from './accept-staged-job.ts';

const job = (jobId: string): AcceptedJob => ({ state: 'accepted', job: { jobId } as Job });

async function stagedAfter(accept: () => Promise<AcceptedJob>, stage = async () => {}) {
  let isStaged = true;
  await acceptStagedJob({
    stage,
    accept,
    isReader: ({ jobId }) => jobId === 'job_own',
    unstage: async () => {
      isStaged = false;
    },
  }).catch(() => {});
  return isStaged;
}

test('the file stays for its own job, and where nothing says whether there is one', async () => {
  expect(await stagedAfter(async () => job('job_own'))).toBe(true);
  const outage = new StoreOutage('The database cannot be reached.', 1);
  expect(await stagedAfter(() => Promise.reject(outage))).toBe(true);
});

test('the file goes where no job reads it', async () => {
  expect(await stagedAfter(async () => job('job_of_the_first_request'))).toBe(false);
  expect(
    await stagedAfter(async () => ({ state: 'replay', answer: { status: 202, body: '' } as never })),
  ).toBe(false);
  expect(await stagedAfter(() => Promise.reject(apiError('conflict', 'no')))).toBe(false);
  const full = () => Promise.reject(new Error('no space left on device'));
  expect(await stagedAfter(async () => job('job_own'), full)).toBe(false);
});
