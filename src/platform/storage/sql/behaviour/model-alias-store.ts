/** Reads aliases of models. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ModelAlias, ModelAliasStore } from '../../model-alias-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { aliasesNaming } from './aliases-naming.ts';

export function modelAliasStore({ db, write }: SqlStoreParts): ModelAliasStore {
  return {
    get: async (tenant, name) =>
      aliasesOf(await moves(db, tenant).where('name', '=', name).execute())[0] ?? null,
    list: async (tenant) => aliasesOf(await moves(db, tenant).execute()),
    naming: (tenant, modelId) => aliasesNaming(db, tenant, modelId),
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

function aliasesOf(rows: readonly Tables['model_alias_moves'][]): readonly ModelAlias[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofAlias]) => ({
    tenantId: tenantId(ofAlias[0]!.tenant_id),
    name,
    moves: ofAlias.map((row) => ({ modelId: row.model_id, movedAt: row.moved_at, reason: row.reason })),
  }));
}
