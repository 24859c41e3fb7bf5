/** Creates the records of a new run and its job, for /train, a crossed threshold or an operator's command. */
import type { TenantId } from '../../../contract/brands.ts';
import { newId } from '../../../contract/new-id.ts';
import type { Tier } from '../../../contract/tier.ts';
import type { NewJob } from '../../../platform/storage/job.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';
import type { NewRun } from '../../../platform/storage/new-run.ts';
import { runMinutes } from './run-minutes.ts';

/** Kind of the job that executes a run. */
export const TRAINING_RUN = 'training_run';

const HOUR_MS = 3_600_000;
/**
 * After a failed run no automatic run starts for this long: the cause would most likely fail the next one,
 * too.
 */
export const UNLESS_FAILED_WITHIN_MS = HOUR_MS;

interface WantedRun {
  /** The tenant, or the owner of the shared tiers. */
  readonly owner: TenantId;
  readonly domain: string;
  readonly tier: Tier;
  readonly forced: boolean;
}

/** Input of the job's task. */
export interface RunInput {
  readonly run_id: string;
  readonly domain: string;
  readonly tier: Tier;
}

export type RunMaker = (wanted: WantedRun) => Promise<{ readonly run: NewRun; readonly job: NewJob }>;

export function createRunMaker(learning: LearningStore, clock: () => number): RunMaker {
  return async ({ owner, domain, tier, forced }) => {
    const nowMs = clock();
    const createdAt = new Date(nowMs).toISOString();
    const runId = newId('run', nowMs);
    const jobId = newId('job', nowMs);
    const input: RunInput = { run_id: runId, domain, tier };
    return {
      run: {
        tenantId: owner,
        runId,
        domain,
        tier,
        jobId,
        forced,
        createdAt,
        minutes: await runMinutes(learning, owner, domain),
      },
      job: {
        jobId,
        tenantId: owner,
        kind: TRAINING_RUN,
        resource: { type: TRAINING_RUN, id: runId },
        userId: null,
        uniqueKey: domain,
        input,
        runAfterMs: nowMs,
        keep: true,
        createdAt,
      },
    };
  };
}
