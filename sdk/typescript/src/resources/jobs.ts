import type { Call } from '../call.ts';
import { JobFailedError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import { poll, type WaitOptions } from '../poll.ts';
import type { Job, JobLog, ListJobsData } from '../types.generated.ts';
import { Resource } from './resource.ts';

export class JobsResource extends Resource {
  list(query?: Omit<NonNullable<ListJobsData['query']>, 'cursor'>, options?: CallOptions): List<Job> {
    return this.rowsOf('listJobs', query, options);
  }

  get(jobId: string, options?: CallOptions): Call<Job> {
    return this.invoke('getJob', { path: { job_id: jobId } }, options);
  }

  /** The reports of the job over time, oldest first. */
  log(jobId: string, options?: CallOptions): Call<JobLog> {
    return this.invoke('getJobLog', { path: { job_id: jobId } }, options);
  }

  cancel(jobId: string, options?: CallOptions): Call<Job> {
    return this.invoke('cancelJob', { path: { job_id: jobId } }, options);
  }

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
