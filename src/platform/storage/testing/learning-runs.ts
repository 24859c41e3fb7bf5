/** Training runs of steps, their jobs and their ends. */
import type { JobEnd } from '../job-store.ts';
import type { RunEnding, TrainingRun } from '../learning-store.ts';
import type { NewRun } from '../new-run.ts';
import { isoDay } from './against-model.ts';
import type { ModelLearning } from './model-learning.ts';
import { sampleJob } from './sample-jobs.ts';

export const KIND = 'training_run';

const succeeded = { status: 'succeeded', result: {} } as const;
export const jobEnds: Readonly<Record<RunEnding['status'], JobEnd>> = {
  ...{ deployed: succeeded, rejected: succeeded, cancelled: { status: 'cancelled' } },
  failed: { status: 'failed', error: { code: 'internal', message: 'no', details: {} } },
};

/** Both tenants have the same versions. */
export function endingOf(
  run: Omit<TrainingRun, 'inForce'>,
  status: RunEnding['status'],
  { models }: ModelLearning,
  at: number,
): RunEnding {
  const made = models.filter((other) => other.tenantId === run.tenantId).length;
  const { tenantId, domain: of, tier: ofTier, runId } = run;
  const file = { part: 'scorecard.json', key: runId, bytes: 3, sha256: 'ab' };
  const named = { tenantId, domain: of, tier: ofTier, runId, createdAt: isoDay(at) };
  const model = { ...named, version: `v${made + 1}`, card: { at }, files: [file] };
  const metrics = status === 'failed' ? null : { before: { auc: 0.5 }, after: { auc: 0.6 } };
  const times = { startedAt: isoDay(at - 1), finishedAt: isoDay(at) };
  return { status, metrics, reason: status, ...times, model, mail: null };
}

export function newRun(tenantId: NewRun['tenantId'], of: string, ofTier: string, at: number): NewRun {
  const [runId, jobId] = [`run_${String(at).padStart(3, '0')}`, `job_${String(at).padStart(3, '0')}`];
  const minutes = { base: 0.5, perTriplet: 1.25 };
  const named = { tenantId, runId, domain: of, tier: ofTier as NewRun['tier'], jobId };
  return { ...named, forced: at % 2 === 0, createdAt: isoDay(at), minutes };
}

export const jobOf = ({ tenantId, jobId, domain: uniqueKey }: NewRun) =>
  sampleJob(jobId, { tenantId, kind: KIND, resource: null, uniqueKey });
