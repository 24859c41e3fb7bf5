/** Lists of people in the order of their ids. Neither reads more rows than it shows. */
import type { TenantId } from '../../contract/brands.ts';
import type { UserSummary } from '../../contract/user-list.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';
import { userSummary } from './user-summary.ts';

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
    return { data: data.map(userSummary), next: null, people };
  }
  // One row more than is shown says whether there is another page.
  const rows = await store.profiles.page(tenant, domain, { ...query, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const next = rows.length > shown.length ? shown.at(-1)!.userId : null;
  return { data: shown.map(userSummary), next, people };
}
