/** The events that are found by their time: matches, outcomes, jobs and trainings. */
import { createHash } from 'node:crypto';
import type { TenantId } from '../../contract/brands.ts';
import { firstIdAt, timeOfId } from '../../contract/new-id.ts';
import type { ActivityStore, EndedJob, RecentOutcome } from '../../platform/storage/activity-store.ts';
import type { LearningStore } from '../../platform/storage/learning-store.ts';
import type { Event } from './event.ts';

export interface TimedParts {
  readonly activity: Pick<ActivityStore, 'matchesFrom' | 'outcomesFrom' | 'jobsEndedFrom'>;
  readonly learning: Pick<LearningStore, 'run'>;
}

const HASH_DIGITS = 32;

export async function matchEvents(
  { activity }: TimedParts,
  tenant: TenantId,
  sinceMs: number,
  limit: number,
): Promise<readonly Event[]> {
  const matches = await activity.matchesFrom(tenant, firstIdAt('match', sinceMs), limit);
  return matches.map(({ matchId, domain, seekerId, shown }) => ({
    id: matchId,
    type: 'match.made',
    atMs: timeOfId(matchId),
    people: [seekerId],
    data: { match_id: matchId, user_id: seekerId, domain, shown },
  }));
}

export async function outcomeEvents(
  { activity }: TimedParts,
  tenant: TenantId,
  domain: string,
  sinceMs: number,
  limit: number,
): Promise<readonly Event[]> {
  const at = new Date(sinceMs).toISOString();
  return (await activity.outcomesFrom(tenant, domain, at, limit)).map(outcomeEvent);
}

function outcomeEvent({ domain, seekerId, candidateId, label, matchId, at }: RecentOutcome): Event {
  const people = [seekerId, candidateId];
  return {
    id: createHash('sha256')
      .update(JSON.stringify([domain, ...people, label, at]))
      .digest('hex')
      .slice(0, HASH_DIGITS),
    type: 'outcome.recorded',
    atMs: Date.parse(at),
    people,
    data: { domain, seeker_id: seekerId, candidate_id: candidateId, outcome: label, match_id: matchId },
  };
}

/** A training that ended is a job that ended, and a second event where it made a model. */
export async function jobEvents(
  { activity, learning }: TimedParts,
  tenant: TenantId,
  sinceMs: number,
  limit: number,
): Promise<readonly Event[]> {
  const jobs = await activity.jobsEndedFrom(tenant, new Date(sinceMs).toISOString(), limit);
  const events = await Promise.all(
    jobs.map(async (job) => [jobEvent(job), ...(await trainingEvents(learning, tenant, job))]),
  );
  return events.flat();
}

function jobEvent({ jobId, kind, status, resource, errorCode, finishedAt }: EndedJob): Event {
  return {
    id: jobId,
    type: 'job.finished',
    atMs: Date.parse(finishedAt),
    people: [],
    data: { job_id: jobId, kind, status, resource, error_code: errorCode },
  };
}

async function trainingEvents(
  learning: TimedParts['learning'],
  tenant: TenantId,
  { resource, finishedAt }: EndedJob,
): Promise<readonly Event[]> {
  if (resource?.type !== 'training_run') return [];
  const run = await learning.run(tenant, resource.id);
  if (run === null || (run.status !== 'deployed' && run.status !== 'rejected')) return [];
  const { runId, status, domain, version, reason } = run;
  return [
    {
      id: `${runId}.${status}`,
      type: `training.${status}`,
      atMs: Date.parse(finishedAt),
      people: [],
      data: { run_id: runId, domain, version, reason, ...(status === 'deployed' && { manual: false }) },
    },
  ];
}
