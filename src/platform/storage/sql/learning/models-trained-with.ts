import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { SHARED_OWNER } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

/**
 * The versions of the kept models, shared tiers included, that were trained with outcomes of the person.
 * `domain` null: outcomes of all domains.
 */
export async function modelsTrainedWith(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<readonly string[]> {
  const runs = await db
    .selectFrom('learned_from')
    .select('run_id')
    .distinct()
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  const versions: string[] = [];
  for (const chunk of inChunks(runs, 500)) {
    const trained = await db
      .selectFrom('model_heads')
      .select('version')
      .where('tenant_id', 'in', [tenant, SHARED_OWNER])
      .where(
        'run_id',
        'in',
        chunk.map(({ run_id }) => run_id),
      )
      .execute();
    for (const { version } of trained) versions.push(version);
  }
  return [...new Set(versions)].sort();
}
