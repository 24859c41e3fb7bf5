/** What a request that made a job is answered, and what is kept with its idempotency key: the same text. */
import type { Job } from '../storage/job-store.ts';
import type { StoredAnswer } from '../storage/store.ts';
import { viewJob } from './job-view.ts';

export function jobAnswer(job: Job, requestId: string): StoredAnswer {
  const body = JSON.stringify({ ...viewJob(job, noFile), request_id: requestId });
  return { status: 202, body, requestId };
}

function noFile(): never {
  throw new Error('a job that was only accepted has made no file');
}
