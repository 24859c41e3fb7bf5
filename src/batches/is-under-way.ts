import type { Job } from '../storage/job.ts';

/** Whether a batch may still read its staged files. `job` null: it is gone. */
export function isUnderWay(job: Pick<Job, 'status'> | null): boolean {
  return job?.status === 'queued' || job?.status === 'running';
}
