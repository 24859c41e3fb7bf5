/** A run in the form of the HTTP API. */
import type { TrainingRun } from '../../../contract/training-run.ts';
import type { TrainingRun as StoredRun } from '../../../platform/storage/learning-store.ts';

export function describeRun(run: StoredRun): TrainingRun {
  return {
    run_id: run.runId,
    domain: run.domain,
    status: run.status,
    progress: run.progress,
    triplets_used: run.tripletsUsed,
    version: run.version,
    metrics: {
      before: run.metrics?.before ?? null,
      after: run.metrics?.after ?? null,
      concentration: run.metrics?.concentration ?? null,
    },
    reason: run.reason,
    estimated_completion_minutes: run.estimatedMinutes,
    created_at: run.createdAt,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    tier: run.tier,
    forced: run.forced,
    in_force: run.inForce,
  };
}
