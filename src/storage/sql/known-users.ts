/** The ids that have a profile, in a domain or (null) in any domain. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import { compiledOnce } from './compiled-once.ts';
import { inChunks } from './in-chunks.ts';
import type { Tables } from './tables.ts';

const inAnyDomain = compiledOnce<{ readonly user_id: string }>((db, userIds) =>
  db.selectFrom('profiles').select('user_id').where('tenant_id', '=', '').where('user_id', 'in', userIds),
);

const inOneDomain = compiledOnce<{ readonly user_id: string }>((db, userIds) =>
  db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', '')
    .where('user_id', 'in', userIds)
    .where('domain', '=', ''),
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
        ? await inAnyDomain(db, chunk.length, [tenant, ...chunk])
        : await inOneDomain(db, chunk.length, [tenant, ...chunk, domain]);
    for (const row of found) known.add(row.user_id);
  }
  return known;
}
