/**
 * Makes triplets that earlier runs used wait again, so that a run after a withdrawal learns from all that is
 * left. Triplets whose outcome was superseded are withdrawn.
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';
import { isOfSupersededOutcome } from './end-run.ts';

/** A range of the key: the cost follows `limit`. Returns its last id; null: there are no more. */
export async function freeUsedTriplets(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  after: string,
  limit: number,
): Promise<string | null> {
  const page = await db
    .selectFrom('triplets')
    .select('triplet_id')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('triplet_id', '>', after)
    .orderBy('triplet_id')
    .limit(limit)
    .execute();
  const last = page.at(-1)?.triplet_id;
  if (last === undefined) return null;
  const used = () =>
    db
      .updateTable('triplets')
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('triplet_id', '>', after)
      .where('triplet_id', '<=', last)
      .where('state', '=', 'used')
      // Triplets of an unfinished run stay its own until it ends.
      .where('run_id', 'not in', (eb) =>
        eb
          .selectFrom('training_runs')
          .select('training_runs.run_id')
          .where('training_runs.tenant_id', '=', tenant)
          .where('training_runs.domain', '=', domain)
          .where('training_runs.ended', 'is', null),
      );
  await used()
    .set({ state: 'withdrawn', run_id: null })
    .where((eb) => isOfSupersededOutcome(eb, tenant, domain))
    .execute();
  await used().set({ state: 'pending', run_id: null }).execute();
  return page.length < limit ? null : last;
}
