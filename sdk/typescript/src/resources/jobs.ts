import { JobFailedError } from '../errors.ts';
import { poll, type WaitOptions } from '../poll.ts';
import type { Job } from '../types.generated.ts';
import { JobsMethods } from './methods.generated.ts';

export class JobsResource extends JobsMethods {
  /** Waits until a job has succeeded. Throws JobFailedError where it failed or was cancelled. */
  async wait(jobId: string, options: WaitOptions<Job> = {}): Promise<Job> {
    const job = await poll(
      (call) => this.get(jobId, call),
      ({ status }) => !['queued', 'running'].includes(status),
      options,
    );
    if (job.status !== 'succeeded') throw new JobFailedError(job);
    return job;
  }
}
