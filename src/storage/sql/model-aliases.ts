/** Aliases of models. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import {
  type AliasMove,
  MAX_ALIAS_MOVES,
  type ModelAlias,
  type ModelAliasStore,
  type MoveResult,
} from '../model-alias-store.ts';
import type { SqlStoreParts } from './sql-store-parts.ts';
import type { ModelAliasMoveTable, Tables } from './tables.ts';

export function modelAliasStore({ db, write }: SqlStoreParts): ModelAliasStore {
  return {
    get: async (tenant, name) =>
      aliasesOf(await moves(db, tenant).where('name', '=', name).execute())[0] ?? null,
    list: async (tenant) => aliasesOf(await moves(db, tenant).execute()),
    naming: async (tenant, modelId) =>
      aliasesOf(await moves(db, tenant).execute())
        .filter(({ moves: [newest] }) => newest!.modelId === modelId)
        .map(({ name }) => name),
    move: (tenant, name, to, from) => write('moveModelAlias', tenant, name, to, from ?? null),
    remove: (tenant, name) => write('removeModelAlias', tenant, name),
  };
}

/** The model that the alias names; null where there is no such alias. Reads one row by its key. */
export async function modelIdOfAlias(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
): Promise<string | null> {
  const newest = await moves(db, tenant).where('name', '=', name).limit(1).executeTakeFirst();
  return newest?.model_id ?? null;
}

/** By name, the newest move of each first. */
function moves(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom('model_alias_moves')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('name')
    .orderBy('move', 'desc');
}

function aliasesOf(rows: readonly ModelAliasMoveTable[]): readonly ModelAlias[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofAlias]) => ({
    tenantId: tenantId(ofAlias[0]!.tenant_id),
    name,
    moves: ofAlias.map((row) => ({ modelId: row.model_id, movedAt: row.moved_at, reason: row.reason })),
  }));
}

/** `from`: the model that the alias must name now; null: any, or none. Old moves beyond the bound are dropped. */
export async function moveModelAlias(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { modelId, movedAt, reason }: AliasMove,
  from: string | null,
): Promise<MoveResult> {
  const newest = await moves(db, tenant).where('name', '=', name).limit(1).executeTakeFirst();
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

export async function removeModelAlias(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('model_alias_moves')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .returning('move')
    .execute();
  return removed.length > 0;
}
