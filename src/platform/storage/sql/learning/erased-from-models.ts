/**
 * Erasure marks of trained models. A mark is a pair (run, user id). An erasure writes one for every model of
 * the tenant that learned from the person, and for every unfinished run. From that commit on, every reader of
 * a model leaves the marked ids out. The marks go once the model's files are rewritten without them.
 *
 * A mark belongs to a run, not to a time. So when the same id is created again, later runs learn from it and
 * the earlier model still ignores it, whatever the clocks say. The id is stored in plain text. A hash would
 * hide nothing, because the model's file holds the id until both go, within the same minute.
 *
 * Changes run in the caller's transaction.
 */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import { raiseCounter } from '../counters.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

/** Must run before the rows of `learned_from` are deleted. */
export async function markErased(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  const kept = await db
    .selectFrom('learned_from')
    .innerJoin('model_heads', (join) =>
      join
        .onRef('model_heads.tenant_id', '=', 'learned_from.tenant_id')
        .onRef('model_heads.run_id', '=', 'learned_from.run_id'),
    )
    .select('learned_from.run_id')
    .distinct()
    .where('learned_from.tenant_id', '=', tenant)
    .where('learned_from.user_id', '=', userId)
    .$if(domain !== null, (query) => query.where('learned_from.domain', '=', domain!))
    .execute();
  // An unfinished run may have read the person's outcomes before the erasure.
  const unfinished = await db
    .selectFrom('training_runs')
    .select('run_id')
    .where('tenant_id', '=', tenant)
    .where('ended', 'is', null)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  for (const { run_id } of [...kept, ...unfinished]) {
    await db
      .insertInto('erased_from_heads')
      .values({ tenant_id: tenant, run_id, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (kept.length > 0) await raiseCounter(db, 'models', 1);
}

/** The erased ids by run. */
export async function erasedFrom(
  db: Kysely<Tables>,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (runIds.length === 0) return new Map();
  const marks = await db
    .selectFrom('erased_from_heads')
    .select(['run_id', 'user_id'])
    .where('run_id', 'in', runIds)
    .orderBy('user_id')
    .execute();
  const byRun = Map.groupBy(marks, (mark) => mark.run_id);
  return new Map([...byRun].map(([runId, ofRun]) => [runId, ofRun.map((mark) => mark.user_id)]));
}

/** Kept models with erasure marks. */
export async function rankingModelsToRewrite(
  db: Kysely<Tables>,
): Promise<readonly { readonly owner: TenantId; readonly version: string }[]> {
  const found = await db
    .selectFrom('erased_from_heads')
    .innerJoin('model_heads', (join) =>
      join
        .onRef('model_heads.tenant_id', '=', 'erased_from_heads.tenant_id')
        .onRef('model_heads.run_id', '=', 'erased_from_heads.run_id'),
    )
    .select(['model_heads.tenant_id', 'model_heads.version'])
    .distinct()
    .execute();
  return found.map(({ tenant_id, version }) => ({ owner: tenantId(tenant_id), version }));
}

/** `userIds` null: all marks of the run, which left no model. */
export async function forgetErasedMarks(
  db: Kysely<Tables>,
  owner: TenantId,
  runId: string,
  userIds: readonly string[] | null,
): Promise<void> {
  const marks = () =>
    db.deleteFrom('erased_from_heads').where('tenant_id', '=', owner).where('run_id', '=', runId);
  if (userIds === null) await marks().execute();
  else for (const chunk of inChunks(userIds, 500)) await marks().where('user_id', 'in', chunk).execute();
}
