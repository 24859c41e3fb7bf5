/** A job about a resource: due at once, visible after its end, and not bound to a person. */
import type { NewJob } from '../storage/job.ts';

type Given = Pick<NewJob, 'jobId' | 'tenantId' | 'kind' | 'resource' | 'input' | 'createdAt'>;

export function resourceJob(given: Given, nowMs: number): NewJob {
  return { ...given, userId: null, uniqueKey: null, runAfterMs: nowMs, keep: true };
}
