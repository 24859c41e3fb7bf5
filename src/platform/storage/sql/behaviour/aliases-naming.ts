/** The aliases that name a model now. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';

/** Sorted by name. */
export async function aliasesNaming(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
): Promise<readonly string[]> {
  const newest = db
    .selectFrom('model_alias_moves')
    .select(({ fn }) => ['name', fn.max('move').as('move')])
    .where('tenant_id', '=', tenant)
    .groupBy('name')
    .as('newest');
  const rows = await db
    .selectFrom('model_alias_moves')
    .innerJoin(newest, (join) =>
      join
        .onRef('newest.name', '=', 'model_alias_moves.name')
        .onRef('newest.move', '=', 'model_alias_moves.move'),
    )
    .select('model_alias_moves.name')
    .where('model_alias_moves.tenant_id', '=', tenant)
    .where('model_alias_moves.model_id', '=', modelId)
    .orderBy('model_alias_moves.name')
    .execute();
  return rows.map(({ name }) => name);
}
