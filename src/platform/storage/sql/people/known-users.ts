/** The ids that have a profile, in a domain or (null) in any domain. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

const inAnyDomain = compileOnce((db, tenant: string, userIds: readonly string[]) =>
  db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('user_id', 'in', [...userIds]),
);

const inOneDomain = compileOnce((db, tenant: string, domain: string, userIds: readonly string[]) =>
  db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds]),
);

export async function knownUsers(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string | null,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const chunk of inChunks([...new Set(userIds)], 500)) {
    const found =
      domain === null
        ? await inAnyDomain(db, tenant, [...chunk])
        : await inOneDomain(db, tenant, domain, [...chunk]);
    for (const row of found) known.add(row.user_id);
  }
  return known;
}
