/** Estimates the duration of a run from the domain's last runs. */
import type { TenantId } from '../../../contract/brands.ts';
import type { LearningStore, TrainingRun } from '../../../platform/storage/learning-store.ts';
import type { RunMinutes } from '../../../platform/storage/new-run.ts';

const RUNS_LOOKED_AT = 10;
const MINUTE_MS = 60_000;
/**
 * Estimate without measurements: 10,000 triplets a minute on two cores, and one minute for start and
 * validation.
 */
const UNMEASURED: RunMinutes = { base: 1, perTriplet: 1 / 10_000 };

export async function runMinutes(
  learning: Pick<LearningStore, 'listRuns'>,
  owner: TenantId,
  domain: string,
): Promise<RunMinutes> {
  const runs = await learning.listRuns(owner, { domain, before: null, limit: RUNS_LOOKED_AT });
  return minutesOf(runs);
}

/** Minutes a triplet, averaged over the triplets of completed runs. */
export function minutesOf(
  runs: readonly Pick<TrainingRun, 'status' | 'startedAt' | 'finishedAt' | 'tripletsUsed'>[],
): RunMinutes {
  let minutes = 0;
  let triplets = 0;
  for (const { status, startedAt, finishedAt, tripletsUsed } of runs) {
    if ((status !== 'deployed' && status !== 'rejected') || startedAt === null || finishedAt === null)
      continue;
    minutes += (Date.parse(finishedAt) - Date.parse(startedAt)) / MINUTE_MS;
    triplets += tripletsUsed;
  }
  return triplets === 0 ? UNMEASURED : { base: 0, perTriplet: minutes / triplets };
}
