import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { RecentMatch } from '../../activity-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function matchesFrom(
  db: Kysely<Tables>,
  tenant: TenantId,
  matchId: string,
  limit: number,
): Promise<readonly RecentMatch[]> {
  const rows = await db
    .selectFrom('shown_matches as m')
    .select(['m.match_id', 'm.domain', 'm.seeker_id'])
    .select(({ selectFrom }) =>
      selectFrom('shown_candidates as c')
        .select(({ fn }) => fn.countAll<number>().as('shown'))
        .whereRef('c.tenant_id', '=', 'm.tenant_id')
        .whereRef('c.match_id', '=', 'm.match_id')
        .as('shown'),
    )
    .where('m.tenant_id', '=', tenant)
    .where('m.match_id', '>=', matchId)
    // Matches of a batch took no time of their own.
    .where('m.took_ms', 'is not', null)
    .orderBy('m.match_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    matchId: row.match_id,
    domain: row.domain,
    seekerId: row.seeker_id,
    shown: Number(row.shown),
  }));
}
