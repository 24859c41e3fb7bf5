/**
 * Starts training runs, in the caller's transaction. A run and its job are created and ended together. Until
 * then the job has the progress; afterwards the run's row says how it ended (`end-run.ts`).
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { AutomaticRun, StartedRun, StartRun } from '../../learning-store.ts';
import { createJob } from '../jobs/create-job.ts';
import type { Tables } from '../tables.generated.ts';
import { findRun, unfinishedRun } from './read-runs.ts';

const LARGEST_ESTIMATE_MINUTES = 60 * 24 * 7;

export async function countPending(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<number> {
  const counted = await db
    .selectFrom('triplets')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}

/** Returns the run's id; null when a run is unfinished, or the last one failed recently. */
export async function startAutomaticRun(
  db: Kysely<Tables>,
  { threshold, run, job, unlessFailedSince }: AutomaticRun,
): Promise<string | null> {
  const failed = await db
    .selectFrom('training_runs')
    .select('run_id')
    .where('tenant_id', '=', run.tenantId)
    .where('domain', '=', run.domain)
    .where('ended', '=', 'failed')
    .where('finished_at', '>=', unlessFailedSince)
    .limit(1)
    .executeTakeFirst();
  if (failed !== undefined) return null;
  const started = await startRun(db, { run, job, atLeast: threshold });
  return started.state === 'started' ? started.run.runId : null;
}

export async function startRun(
  db: Kysely<Tables>,
  { run, job, atLeast, borrowed }: StartRun,
): Promise<StartedRun> {
  const { tenantId, runId, domain, tier, jobId, forced, createdAt, minutes } = run;
  const standing = await unfinishedRun(db, tenantId, domain);
  if (standing !== null) return { state: 'exists', run: standing };
  const pending = borrowed ?? (await countPending(db, tenantId, domain));
  if (pending < atLeast) return { state: 'too_few', pending };
  const made = await createJob(db, job);
  if (made.state !== 'created') throw new Error(`the job of run ${runId} is ${made.state}`);
  if (borrowed === undefined) await freezeTriplets(db, tenantId, domain, runId);
  const estimate = Math.ceil(minutes.base + minutes.perTriplet * pending);
  await db
    .insertInto('training_runs')
    .values({
      tenant_id: tenantId,
      run_id: runId,
      domain,
      tier,
      job_id: jobId,
      forced: forced ? 1 : 0,
      ended: null,
      triplets_used: pending,
      estimated_minutes: Math.min(LARGEST_ESTIMATE_MINUTES, Math.max(1, estimate)),
      version: null,
      metrics: null,
      reason: null,
      created_at: createdAt,
      started_at: null,
      finished_at: null,
    })
    .execute();
  const started = await findRun(db, tenantId, runId);
  return { state: 'started', run: started! };
}

async function freezeTriplets(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  runId: string,
): Promise<void> {
  await db
    .updateTable('triplets')
    .set({ state: 'used', run_id: runId })
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('state', '=', 'pending')
    .execute();
}
