/** Makes a job of a batch. The request is staged as a file first, because it may be large. */

import type { TenantId } from '../../contract/brands.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import { stageJson } from '../../platform/artifacts/stage-json.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../../platform/jobs/accept-job.ts';
import { acceptStagedJob } from '../../platform/jobs/accept-staged-job.ts';
import { resourceJob } from '../../platform/jobs/resource-job.ts';
import type { NewJob } from '../../platform/storage/job.ts';
import type { JobStore } from '../../platform/storage/job-store.ts';
import type { StoreChange } from '../../platform/storage/store-change.ts';

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
  /** The job's input, beside the key of the request. */
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
