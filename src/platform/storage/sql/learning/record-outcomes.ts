/** Records outcomes, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Outcome } from '../../store.ts';
import { compileOnce } from '../compile-once.ts';
import type { Tables } from '../tables.generated.ts';

/** The last recorded label of a pair is the current one. The others stay as history. */
export async function recordOutcomes(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const outcome of outcomes) {
    await db
      .updateTable('outcomes')
      .set({ is_current: 0 })
      .where('tenant_id', '=', tenant)
      .where('seeker_id', '=', outcome.seekerId)
      .where('domain', '=', domain)
      .where('candidate_id', '=', outcome.candidateId)
      .where('is_current', '=', 1)
      .execute();
    const row: Tables['outcomes'] = {
      tenant_id: tenant,
      domain,
      seeker_id: outcome.seekerId,
      candidate_id: outcome.candidateId,
      label: outcome.label,
      weight: outcome.weight,
      match_id: outcome.matchId,
      at: outcome.at,
      is_current: 1,
      key_id: outcome.keyId ?? null,
    };
    await keepReplaced(db, row);
    await db
      .insertInto('outcomes')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'seeker_id', 'domain', 'candidate_id', 'label']).doUpdateSet((eb) => ({
          weight: eb.ref('excluded.weight'),
          match_id: eb.ref('excluded.match_id'),
          at: eb.ref('excluded.at'),
          is_current: 1,
          key_id: eb.ref('excluded.key_id'),
        })),
      )
      .execute();
  }
}

/**
 * Keeps the outcome of another key with the same label. An earlier outcome of the same key is forgotten: the
 * key has replaced it.
 */
async function keepReplaced(db: Kysely<Tables>, next: Tables['outcomes']): Promise<void> {
  const replaced = await db
    .selectFrom('outcomes')
    .selectAll()
    .where('tenant_id', '=', next.tenant_id)
    .where('seeker_id', '=', next.seeker_id)
    .where('domain', '=', next.domain)
    .where('candidate_id', '=', next.candidate_id)
    .where('label', '=', next.label)
    .executeTakeFirst();
  if (replaced === undefined) return;
  await db
    .deleteFrom('replaced_outcomes')
    .where('tenant_id', '=', next.tenant_id)
    .where('seeker_id', '=', next.seeker_id)
    .where('domain', '=', next.domain)
    .where('candidate_id', '=', next.candidate_id)
    .where('label', '=', next.label)
    .where('key_id', '=', next.key_id ?? '')
    .execute();
  if (replaced.key_id === next.key_id) return;
  const { is_current, ...kept } = replaced;
  await db
    .insertInto('replaced_outcomes')
    .values({ ...kept, key_id: kept.key_id ?? '' })
    .execute();
}

/** The candidates whose current label is one of these; at least one label. */
export const currentlyLabelled = (
  db: Kysely<Tables>,
  tenant: string,
  domain: string,
  seekerId: string,
  labels: readonly string[],
) =>
  db
    .selectFrom('outcomes')
    .select('candidate_id')
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('is_current', '=', 1)
    .where('label', 'in', [...labels]);

const decidedCandidates = compileOnce(currentlyLabelled);

export async function candidatesDecidedBy(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  seekerId: string,
  labels: readonly string[],
): Promise<readonly string[]> {
  if (labels.length === 0) return [];
  const decided = await decidedCandidates(db, tenant, domain, seekerId, [...labels]);
  return decided.map((row) => row.candidate_id);
}
