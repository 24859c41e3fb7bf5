/** The answer to a request that created a job. The same text is kept with its idempotency key. */
import type { StoredAnswer } from '../../../platform/storage/idempotency-store.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { JobAnswerForm } from '../operation.ts';
import { viewJob } from './job-view.ts';

export function jobAnswer(
  job: Job,
  requestId: string,
  request: { readonly body: unknown; readonly form?: JobAnswerForm<unknown> | undefined },
): StoredAnswer {
  const view = request.form?.view(job, request.body) ?? viewJob(job, noFile);
  return { status: 202, body: JSON.stringify({ ...view, request_id: requestId }), requestId };
}

function noFile(): never {
  throw new Error('a job that was only accepted has made no file');
}
