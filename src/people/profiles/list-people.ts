/** Lists of people in the order of their ids. Neither reads more rows than it shows. */
import type { TenantId } from '../../contract/brands.ts';
import type { UserSummary } from '../../contract/user-list.ts';
import { LISTED_TEXT, type ListedProfile } from '../../platform/storage/listed-profile.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';

export type PeopleQuery =
  | { readonly userIds: readonly string[] }
  | { readonly prefix: string; readonly after: string | null; readonly limit: number };

export interface ListedPeople {
  readonly data: readonly UserSummary[];
  /** The id behind which the next page begins; null on the last page. */
  readonly next: string | null;
  /** People of the domain, whatever the query. */
  readonly people: number;
}

/** Throws 404 `domain_not_found`, or 403 `forbidden` for a domain that the tenant has not enabled. */
export async function listPeople(
  { store, domainFor }: Pick<ProfileDependencies, 'store' | 'domainFor'>,
  tenant: TenantId,
  domain: string,
  query: PeopleQuery,
): Promise<ListedPeople> {
  await domainFor(tenant, domain);
  const people = await store.statistics.people(tenant, domain);
  if ('userIds' in query) {
    const data = await store.profiles.listed(tenant, domain, query.userIds);
    return { data: data.map(summary), next: null, people };
  }
  // One row more than is shown says whether there is another page.
  const rows = await store.profiles.page(tenant, domain, { ...query, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const next = rows.length > shown.length ? shown.at(-1)!.userId : null;
  return { data: shown.map(summary), next, people };
}

function summary({ userId, complete, createdAt, updatedAt, fields }: ListedProfile): UserSummary {
  return {
    user_id: userId,
    complete,
    created_at: createdAt,
    updated_at: updatedAt,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)])),
  };
}

function short(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LISTED_TEXT) return value;
  const characters = [...value];
  return characters.length <= LISTED_TEXT ? value : `${characters.slice(0, LISTED_TEXT).join('')}…`;
}
