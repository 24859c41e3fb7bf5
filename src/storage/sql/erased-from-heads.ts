/**
 * Erasure reaches heads by marks: (run, user id), one for every head of the tenant that learned of the person, and for
 * every run that goes on. Whoever reads a head leaves the marked out, from the commit of the erasure on; the marks go
 * once the head's files are written anew without them.
 *
 * A mark belongs to a run and not to a time, so that the same id made again later is learned of by later runs and
 * stays unknown to this one, whatever any clock says. It holds the id in plain: a hash would hide nothing, since the id
 * stands in the head's file until both go, within the same minute.
 *
 * Changes run in a transaction that the caller holds.
 */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import { raiseCounter } from './counters.ts';
import { inChunks } from './in-chunks.ts';
import type { Tables } from './tables.ts';

/** Before `learned_from` forgets the person. */
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
  // A run that goes on may have read the person's outcomes before they were erased.
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

/** By run. */
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

/** Kept heads that somebody is to be taken out of. */
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

/** Null: all marks of the run, which left no head. */
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
