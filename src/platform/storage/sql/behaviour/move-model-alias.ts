/** Moves and removes aliases of models, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { type AliasMove, MAX_ALIAS_MOVES, type MoveResult } from '../../model-alias-store.ts';
import type { Tables } from '../tables.generated.ts';
import { removeRefitSchedule } from './put-refit-schedule.ts';

/**
 * `from`: the model that the alias must name now; null: any, or none. Old moves beyond the bound are dropped.
 */
export async function moveModelAlias(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { modelId, movedAt, reason }: AliasMove,
  from: string | null,
): Promise<MoveResult> {
  const newest = await db
    .selectFrom('model_alias_moves')
    .select(['move', 'model_id'])
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .orderBy('move', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (from !== null && newest?.model_id !== from) return 'names_another';
  if (newest?.model_id === modelId) return 'unchanged';
  const move = Number(newest?.move ?? 0) + 1;
  await db
    .insertInto('model_alias_moves')
    .values({ tenant_id: tenant, name, move, model_id: modelId, moved_at: movedAt, reason })
    .execute();
  await db
    .deleteFrom('model_alias_moves')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('move', '<=', move - MAX_ALIAS_MOVES)
    .execute();
  return 'moved';
}

/** Removes the alias with its schedule of refits. */
export async function removeModelAlias(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('model_alias_moves')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .returning('move')
    .execute();
  await removeRefitSchedule(db, tenant, name);
  return removed.length > 0;
}
