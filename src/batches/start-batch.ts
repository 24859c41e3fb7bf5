/** Makes a job of a batch. The request is staged as a file first, because it may be large. */
import { artifactKey } from '../artifacts/artifact-key.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { stageJson } from '../artifacts/stage-json.ts';
import type { TenantId } from '../contract/brands.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../jobs/accept-job.ts';
import { acceptStagedJob } from '../jobs/accept-staged-job.ts';
import { resourceJob } from '../jobs/resource-job.ts';
import type { NewJob } from '../storage/job.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { StoreChange } from '../storage/store-change.ts';

export interface StartBatchParts {
  readonly store: { readonly jobs: JobStore };
  readonly artifacts: ArtifactStore;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly newId: (prefix: 'job') => string;
}

interface NewBatch {
  readonly kind: string;
  readonly resource: NonNullable<NewJob['resource']>;
  readonly request: object;
  /** What the job's input has beside the key of the request. */
  readonly input: object;
  /** Stored with the job. */
  readonly changesFor?: (jobId: string) => readonly StoreChange[];
}

export async function startBatch(
  { store, artifacts, wake, clock, newId }: StartBatchParts,
  tenantId: TenantId,
  { kind, resource, request, input, changesFor }: NewBatch,
  claim: RequestClaim,
): Promise<AcceptedJob> {
  const jobId = newId('job');
  const key = artifactKey(tenantId, 'staging', jobId, 'request.json');
  const nowMs = clock();
  const createdAt = new Date(nowMs).toISOString();
  const staged = { ...input, key };
  const job = resourceJob({ jobId, tenantId, kind, resource, input: staged, createdAt }, nowMs);
  return acceptStagedJob({
    stage: () => stageJson(artifacts, key, request),
    accept: () => acceptJob({ jobs: store.jobs, wake }, job, claim, changesFor?.(jobId)),
    isReader: (accepted) => accepted.jobId === jobId,
    unstage: () => artifacts.removeAll(tenantId, 'staging', jobId),
  });
}
