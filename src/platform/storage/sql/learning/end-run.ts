/**
 * The end of a training run, in the transaction that ends its job: stores the model, and settles or frees the
 * triplets.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { RunEnding } from '../../learning-store.ts';
import { encodeNewJob } from '../jobs/job-codec.ts';
import type { Tables } from '../tables.generated.ts';
import { announceRun } from '../webhooks/announcements.ts';
import { forgetErasedMarks } from './erased-from-models.ts';
import { withoutErased } from './erased-from-runs.ts';
import { keepRankingModel, putInForce } from './ranking-models.ts';

/** Runs with the end of the run's job. A run that has ended stays as it is. */
export async function endRun(
  db: Kysely<Tables>,
  tenant: TenantId,
  runId: string,
  { status, metrics, reason, startedAt, finishedAt, model, mail }: RunEnding,
): Promise<void> {
  const named = await withoutErased(db, tenant, runId, metrics);
  const ended = await db
    .updateTable('training_runs')
    .set({
      ended: status,
      version: model?.version ?? null,
      metrics: named === null ? null : JSON.stringify(named),
      reason,
      started_at: startedAt,
      finished_at: finishedAt,
    })
    .where('tenant_id', '=', tenant)
    .where('run_id', '=', runId)
    .where('ended', 'is', null)
    .returning(['domain', 'version', 'reason'])
    .executeTakeFirst();
  if (ended === undefined) return;
  if (model !== null) await keepRankingModel(db, model);
  else await forgetErasedMarks(db, tenant, runId, null);
  if (status === 'deployed' && model !== null) await putInForce(db, tenant, runId, finishedAt);
  if (status === 'deployed' || status === 'rejected')
    await announceRun(db, tenant, runId, status, ended, finishedAt);
  if (mail !== null) await db.insertInto('jobs').values(encodeNewJob(mail)).execute();
  if (status === 'failed' || status === 'cancelled') await freeTriplets(db, tenant, ended.domain, runId);
}

/** Makes the triplets pending again, except those whose outcome was superseded meanwhile. */
async function freeTriplets(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  runId: string,
): Promise<void> {
  const taken = () =>
    db
      .updateTable('triplets')
      .where('tenant_id', '=', tenant)
      .where('run_id', '=', runId)
      .where('domain', '=', domain)
      .where('state', '=', 'used');
  await taken()
    .set({ state: 'withdrawn', run_id: null })
    .where((eb) => isOfSupersededOutcome(eb, tenant, domain))
    .execute();
  await taken().set({ state: 'pending', run_id: null }).execute();
}

/** Whether the outcome that made the triplet is not the current one of its pair. */
export function isOfSupersededOutcome(
  { not, exists, selectFrom }: ExpressionBuilder<Tables, 'triplets'>,
  tenant: TenantId,
  domain: string,
) {
  return not(
    exists(
      selectFrom('outcomes')
        .select('outcomes.label')
        .where('outcomes.tenant_id', '=', tenant)
        .where('outcomes.domain', '=', domain)
        .whereRef('outcomes.seeker_id', '=', 'triplets.seeker_id')
        .whereRef('outcomes.candidate_id', '=', 'triplets.candidate_id')
        .whereRef('outcomes.label', '=', 'triplets.label')
        .where('outcomes.is_current', '=', 1),
    ),
  );
}
