/** Jobs for callers: the listed kinds of their own tenant. */

import type { TenantId } from '../../contract/brands.ts';
import { type ApiError, apiError } from '../../contract/errors.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Job, JobStatus } from '../storage/job.ts';
import type { JobLogEntry } from '../storage/job-log.ts';
import type { JobStore } from '../storage/job-store.ts';
import { removeStaged } from './staged-files.ts';
import type { TaskKind } from './task.ts';

interface JobPage {
  readonly kind?: string;
  readonly status?: JobStatus;
  /** Id of the last job of the previous page; null for the first page. */
  readonly before: string | null;
  readonly limit: number;
}

export interface JobService {
  /** 404 `job_not_found`, also for jobs of other tenants and for internal jobs. */
  get(tenant: TenantId, jobId: string): Promise<Job>;
  /** Newest first. `next` is the `before` of the next page, null on the last page. */
  list(
    tenant: TenantId,
    page: JobPage,
  ): Promise<{ readonly data: readonly Job[]; readonly next: string | null }>;
  /** The job's reports, oldest first. Throws 404 `job_not_found`. */
  log(tenant: TenantId, jobId: string): Promise<readonly JobLogEntry[]>;
  /**
   * Cancels a queued job at once. A running job gets a cancellation request and is returned as `running`. A
   * cancelled job is returned unchanged. Throws 404 `job_not_found`, or 409 `conflict` if the job has
   * succeeded or failed.
   */
  cancel(tenant: TenantId, jobId: string): Promise<Job>;
}

export interface JobServiceParts {
  readonly jobs: JobStore;
  readonly kinds: readonly TaskKind[];
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  readonly artifacts: Pick<ArtifactStore, 'removeAll'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createJobService({ jobs, kinds, wake, artifacts, clock }: JobServiceParts): JobService {
  const listed = new Map(kinds.filter((each) => each.listed).map((each) => [each.kind, each]));

  async function get(tenant: TenantId, jobId: string): Promise<Job> {
    const job = await jobs.get(tenant, jobId);
    if (job === null || !listed.has(job.kind)) throw unknownJob(jobId);
    return job;
  }

  return {
    get,
    async log(tenant, jobId) {
      await get(tenant, jobId);
      return jobs.log(tenant, jobId);
    },
    async list(tenant, { kind, status, before, limit }) {
      const requested = kind === undefined ? [...listed.keys()] : [kind].filter((each) => listed.has(each));
      const found = await jobs.list(tenant, {
        kinds: requested,
        ...(status !== undefined && { statuses: [status] }),
        before,
        limit: limit + 1,
      });
      const data = found.slice(0, limit);
      return { data, next: found.length > limit ? data.at(-1)!.jobId : null };
    },
    async cancel(tenant, jobId) {
      const job = await get(tenant, jobId);
      const kind = listed.get(job.kind)!;
      const changes = kind.onEnd?.(job, { status: 'cancelled' }) ?? [];
      const cancelled = await jobs.cancel(tenant, jobId, { nowMs: clock(), changes });
      if (cancelled === null) throw unknownJob(jobId);
      if (cancelled.status === 'succeeded' || cancelled.status === 'failed') throw hasEnded(cancelled);
      if (cancelled.status === 'running') wake();
      // No worker had the job. Files that could not be removed are collected.
      if (cancelled.status === 'cancelled') await removeStaged(artifacts, kind, job).catch(() => {});
      return cancelled;
    },
  };
}

function unknownJob(jobId: string): ApiError {
  return apiError(
    'job_not_found',
    `no job «${jobId}». Finished jobs are forgotten after 30 days; GET /v1/jobs lists those that are known.`,
    { job_id: jobId },
  );
}

function hasEnded({ jobId, status }: Job): ApiError {
  return apiError(
    'conflict',
    `job «${jobId}» has already ${status}: only a waiting or running job can be cancelled.`,
    { job_id: jobId, status },
  );
}
