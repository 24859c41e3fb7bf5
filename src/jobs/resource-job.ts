/** A job that makes a resource or works on it, as all of this room's are: due at once, kept, seen by whoever asked. */
import type { NewJob } from '../storage/job-store.ts';

type Given = Pick<NewJob, 'jobId' | 'tenantId' | 'kind' | 'resource' | 'input' | 'createdAt'>;

export function resourceJob(given: Given, nowMs: number): NewJob {
  return { ...given, userId: null, uniqueKey: null, runAfterMs: nowMs, keep: true };
}
