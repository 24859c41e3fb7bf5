/** How matches took part in experiments; written and removed with the match, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ShownMatch } from '../../learning-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function recordParticipation(
  db: Kysely<Tables>,
  shown: Omit<ShownMatch, 'answer'>,
): Promise<void> {
  const { tenantId, matchId, seekerId, candidates, experiment, atMs } = shown;
  if (experiment === undefined) return;
  const match = { tenant_id: tenantId, match_id: matchId };
  await db
    .insertInto('experiment_matches')
    .values({
      ...match,
      experiment_id: experiment.experimentId,
      arm: experiment.arm,
      unit: experiment.unit,
      seeker_id: seekerId,
      at: new Date(atMs).toISOString(),
      latency_bucket: experiment.latencyBucket,
      shown: candidates.length,
    })
    .execute();
  const picks = experiment.picks.map((arm, position) => ({ ...match, position, arm }));
  if (picks.length > 0) await db.insertInto('experiment_picks').values(picks).execute();
}

/** null: the match took part in none. */
export async function findParticipation(
  db: Kysely<Tables>,
  tenant: TenantId,
  matchId: string,
): Promise<{ readonly experimentId: string; readonly arm: string | null } | null> {
  const found = await db
    .selectFrom('experiment_matches as m')
    .innerJoin('experiments as e', (join) =>
      join.onRef('e.tenant_id', '=', 'm.tenant_id').onRef('e.experiment_id', '=', 'm.experiment_id'),
    )
    .select(['m.experiment_id', 'm.arm', 'e.settings'])
    .where('m.tenant_id', '=', tenant)
    .where('m.match_id', '=', matchId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { arms } = JSON.parse(found.settings) as { readonly arms: readonly { readonly name: string }[] };
  return {
    experimentId: found.experiment_id,
    arm: found.arm === null ? null : (arms[Number(found.arm)]?.name ?? null),
  };
}
