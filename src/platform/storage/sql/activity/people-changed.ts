import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ChangedPerson } from '../../activity-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function peopleChangedAfter(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  sequence: number,
  limit: number,
): Promise<readonly ChangedPerson[]> {
  const rows = await db
    .selectFrom('changes as c')
    .leftJoin('profiles as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'c.tenant_id')
        .onRef('p.domain', '=', 'c.domain')
        .onRef('p.user_id', '=', 'c.user_id'),
    )
    .select(['c.sequence', 'c.user_id', 'p.updated_at'])
    .where('c.tenant_id', '=', tenant)
    .where('c.domain', '=', domain)
    .where('c.sequence', '>', sequence)
    .orderBy('c.sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    userId: row.user_id,
    erased: row.updated_at === null,
    updatedAt: row.updated_at,
  }));
}
