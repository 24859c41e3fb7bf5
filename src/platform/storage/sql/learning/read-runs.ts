/** Reads runs: the run's row, joined with the progress of its job. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { RunQuery, RunStatus, TrainingRun } from '../../learning-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function findRun(
  db: Kysely<Tables>,
  tenant: TenantId,
  runId: string,
): Promise<TrainingRun | null> {
  const found = await runs(db, tenant).where('training_runs.run_id', '=', runId).executeTakeFirst();
  return found === undefined ? null : decodeRun(found);
}

export async function unfinishedRun(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<TrainingRun | null> {
  const found = await runs(db, tenant)
    .where('training_runs.domain', '=', domain)
    .where('ended', 'is', null)
    .executeTakeFirst();
  return found === undefined ? null : decodeRun(found);
}

export async function listRuns(
  db: Kysely<Tables>,
  tenant: TenantId,
  { domain, before, limit }: RunQuery,
): Promise<readonly TrainingRun[]> {
  const found = await runs(db, tenant)
    .$if(domain !== undefined, (query) => query.where('training_runs.domain', '=', domain!))
    .$if(before !== null, (query) => query.where('training_runs.run_id', '<', before!))
    .orderBy('training_runs.run_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decodeRun);
}

function runs(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom('training_runs')
    .leftJoin('jobs', (join) =>
      join
        .onRef('jobs.tenant_id', '=', 'training_runs.tenant_id')
        .onRef('jobs.job_id', '=', 'training_runs.job_id'),
    )
    .leftJoin('model_heads', (join) =>
      join
        .onRef('model_heads.tenant_id', '=', 'training_runs.tenant_id')
        .onRef('model_heads.run_id', '=', 'training_runs.run_id'),
    )
    .selectAll('training_runs')
    .select([
      'jobs.status as job_status',
      'jobs.progress as job_progress',
      'jobs.detail as job_detail',
      'jobs.started_at as job_started_at',
      'model_heads.in_force as in_force',
    ])
    .where('training_runs.tenant_id', '=', tenant);
}

type JoinedRun = Tables['training_runs'] & {
  job_status: Tables['jobs']['status'] | null;
  job_progress: number | null;
  job_detail: string | null;
  job_started_at: string | null;
  in_force: number | null;
};

function decodeRun(stored: JoinedRun): TrainingRun {
  return {
    tenantId: tenantId(stored.tenant_id),
    runId: stored.run_id,
    domain: stored.domain,
    tier: stored.tier,
    jobId: stored.job_id,
    forced: stored.forced === 1,
    createdAt: stored.created_at,
    status: statusOf(stored),
    progress: stored.ended === null ? (stored.job_progress ?? 0) : progressAtEnd(stored),
    tripletsUsed: Number(stored.triplets_used),
    version: stored.version,
    metrics: stored.metrics === null ? null : JSON.parse(stored.metrics),
    reason: stored.reason,
    estimatedMinutes: Number(stored.estimated_minutes),
    startedAt: stored.started_at ?? stored.job_started_at,
    finishedAt: stored.finished_at,
    inForce: stored.in_force === 1,
  };
}

function statusOf({ ended, job_status, job_detail }: JoinedRun): RunStatus {
  if (ended !== null) return ended;
  if (job_status !== 'running') return 'queued';
  const phase = job_detail === null ? null : (JSON.parse(job_detail) as { phase?: unknown }).phase;
  return phase === 'evaluating' ? 'evaluating' : 'running';
}

/** A run that ended in a verdict is complete. For any other the job has the last progress. */
function progressAtEnd({ ended, job_progress }: JoinedRun): number {
  return ended === 'deployed' || ended === 'rejected' ? 1 : (job_progress ?? 0);
}
