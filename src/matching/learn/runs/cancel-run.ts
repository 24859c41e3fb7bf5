/** Cancels a run with its job: at once while it is queued; a running one is requested to stop. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { JobStore } from '../../../platform/storage/job-store.ts';
import type { TrainingRun } from '../../../platform/storage/learning-store.ts';
import { trainingKind } from './training-kind.ts';

interface CancelParts {
  readonly jobs: Pick<JobStore, 'get' | 'cancel'>;
  readonly wake: () => void;
  readonly clock: () => number;
}

/** Throws 409 `conflict` for a run that has ended, unless it was cancelled. */
export async function cancelRun(
  { jobs, wake, clock }: CancelParts,
  tenant: TenantId,
  { runId, jobId, status }: TrainingRun,
): Promise<void> {
  if (status === 'cancelled') return;
  const job = await jobs.get(tenant, jobId);
  if (status === 'deployed' || status === 'rejected' || status === 'failed' || job === null)
    throw apiError(
      'conflict',
      `The run ${runId} has already ended (${status}): only a waiting or running one can be cancelled.`,
      { run_id: runId, status },
    );
  const changes = trainingKind.onEnd!(job, { status: 'cancelled' });
  const cancelled = await jobs.cancel(tenant, jobId, { nowMs: clock(), changes });
  if (cancelled?.status === 'running') wake();
}
