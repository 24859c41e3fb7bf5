/**
 * Lists of profiles in the order of their ids. Each is a range or a set of the primary key. So the cost
 * follows the length of the page, not the number of profiles.
 */
import { type Expression, type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ListedProfile, ProfilePageQuery } from '../../listed-profile.ts';
import { behindPrefix } from '../behind-prefix.ts';
import type { Tables } from '../tables.generated.ts';

/** Fields as JSON, with long texts cut; null where the profile has none that fits. */
export type ShortFields = () => Expression<string | null>;

export async function listProfiles(
  db: Kysely<Tables>,
  shortFields: ShortFields,
  tenant: TenantId,
  domain: string,
  { prefix, after, limit }: ProfilePageQuery,
): Promise<readonly ListedProfile[]> {
  const behind = behindPrefix(prefix);
  // One lower bound: with two, the database would begin at either of them.
  const isBehindPrefix = after !== null && Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0;
  const rows = await listed(db, shortFields, tenant, domain)
    .$if(isBehindPrefix, (query) => query.where('user_id', '>', after!))
    .$if(!isBehindPrefix && prefix !== '', (query) => query.where('user_id', '>=', prefix))
    .$if(behind !== null, (query) => query.where('user_id', '<', behind!))
    .limit(limit)
    .execute();
  return rows.map(decodeListed);
}

/** Unknown ids are left out. */
export async function listNamedProfiles(
  db: Kysely<Tables>,
  shortFields: ShortFields,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
): Promise<readonly ListedProfile[]> {
  if (userIds.length === 0) return [];
  const rows = await listed(db, shortFields, tenant, domain)
    .where('user_id', 'in', [...userIds])
    .execute();
  return rows.map(decodeListed);
}

function listed(db: Kysely<Tables>, shortFields: ShortFields, tenant: TenantId, domain: string) {
  return db
    .selectFrom('profiles')
    .select(['user_id', 'complete', 'created_at', 'updated_at'])
    .select(sql<string | null>`${shortFields()}`.as('short_fields'))
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .orderBy('user_id');
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

function decodeListed(row: ListedRow): ListedProfile {
  return {
    userId: row.user_id,
    complete: row.complete === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    fields: row.short_fields === null ? {} : JSON.parse(row.short_fields),
  };
}
