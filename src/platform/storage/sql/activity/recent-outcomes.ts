import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { RecentOutcome } from '../../activity-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function outcomesFrom(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  at: string,
  limit: number,
): Promise<readonly RecentOutcome[]> {
  const rows = await db
    .selectFrom('outcomes')
    .select(['domain', 'seeker_id', 'candidate_id', 'label', 'match_id', 'at'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('at', '>=', at)
    .orderBy('at')
    .orderBy('seeker_id')
    .orderBy('candidate_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    domain: row.domain,
    seekerId: row.seeker_id,
    candidateId: row.candidate_id,
    label: row.label,
    matchId: row.match_id,
    at: row.at,
  }));
}
