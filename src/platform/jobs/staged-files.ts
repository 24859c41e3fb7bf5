/**
 * Files that the attempts of a job share: staged input, chunks of the answer. They are below `staging`, under
 * the name that the kind of the job gives (`stagedAs`). The end of the job removes them.
 *
 * A process may die between the end and the removal. So `removeLeftStaged` looks at all staged files, when a
 * worker starts and on a schedule. A file without a job is removed an hour after it was written: a request
 * stages the file before it makes the job.
 */

import type { TenantId } from '../../contract/brands.ts';
import { parseArtifactKey } from '../artifacts/artifact-key.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Job, JobStatus } from '../storage/job.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { Schedule } from './schedule.ts';
import type { Task, TaskKind } from './task.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 10 * MINUTE_MS;
/** More than the time from the staging of a file to the transaction that makes its job. */
const WITHOUT_JOB_MS = 60 * MINUTE_MS;

export interface StagedParts {
  readonly jobs: Pick<JobStore, 'get' | 'ofResource'>;
  readonly artifacts: Pick<ArtifactStore, 'list' | 'removeAll'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

export async function removeStaged(
  artifacts: Pick<ArtifactStore, 'removeAll'>,
  { stagedAs }: Pick<TaskKind, 'stagedAs'>,
  job: Job,
): Promise<void> {
  if (stagedAs !== undefined) await artifacts.removeAll(job.tenantId, 'staging', stagedAs(job));
}

/** The task, which removes its staged files when a job has ended. */
export function tidyingStaged(task: Task, artifacts: Pick<ArtifactStore, 'removeAll'>): Task {
  if (task.stagedAs === undefined) return task;
  return { ...task, tidy: (job) => removeStaged(artifacts, task, job) };
}

export function stagedCollection(parts: StagedParts): Schedule {
  return {
    kind: 'collect_staged',
    everyMs: EVERY_MS,
    run: ({ signal }) => removeLeftStaged(parts, signal),
  };
}

/** Removes the staged files that no job can read any more. */
export async function removeLeftStaged(parts: StagedParts, signal: AbortSignal): Promise<void> {
  const { artifacts, clock } = parts;
  const newest = new Map<string, { readonly tenant: TenantId; readonly id: string; modifiedMs: number }>();
  for await (const { key, modifiedMs } of artifacts.list('staging')) {
    const { tenant, resourceId: id } = parseArtifactKey(key);
    const seen = newest.get(`${tenant}/${id}`);
    newest.set(`${tenant}/${id}`, { tenant, id, modifiedMs: Math.max(modifiedMs, seen?.modifiedMs ?? 0) });
  }
  for (const { tenant, id, modifiedMs } of newest.values()) {
    signal.throwIfAborted();
    const job = await readerOf(parts, tenant, id);
    const isLeft = job === null ? modifiedMs < clock() - WITHOUT_JOB_MS : !isUnderWay(job);
    if (isLeft) await artifacts.removeAll(tenant, 'staging', id);
  }
}

/**
 * The job that reads the files staged under this name: its own id, or that of the resource which it makes.
 */
function readerOf({ jobs }: StagedParts, tenant: TenantId, id: string): Promise<Job | null> {
  return id.startsWith('job_') ? jobs.get(tenant, id) : jobs.ofResource(tenant, id);
}

/** Whether a job may still read its staged files. null: it is gone. */
export function isUnderWay(job: { readonly status: JobStatus } | null): boolean {
  return job?.status === 'queued' || job?.status === 'running';
}
