/**
 * Finds people by the words of their ids and values, by filters, or both. It looks at `MOST_LOOKED_AT` people
 * at most and says where it ended, so that a search takes a bounded time in a domain of any size.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { FoundUser, UserSearch } from '../../../contract/user-search.ts';
import type { Clauses } from '../../../domains/filter.ts';
import type { ListedProfile } from '../../../platform/storage/listed-profile.ts';
import type { PersonTermStore } from '../../../platform/storage/person-term-store.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { type FoundBy, foundBy } from './found-by.ts';
import { foundUserOf } from './found-user.ts';
import { lookThrough, type SearchPlace, type Seen } from './look-through.ts';
import { searchClauses } from './search-clauses.ts';
import { rarestWord, termRanges } from './search-plan.ts';
import { type SortKey, type SortOrder, sortOrder } from './sort-order.ts';

export const MOST_LOOKED_AT = 5000;
/** How many pages of sorted hits are kept before the last ones are dropped. */
const PAGES_KEPT = 8;

export interface FoundPeople {
  readonly data: readonly FoundUser[];
  /** The position behind which the next page begins; null on the last page. */
  readonly next: string | null;
  /** People of the domain, whatever the search. */
  readonly people: number;
  readonly complete: boolean;
}

type Dependencies = Pick<ProfileDependencies, 'store' | 'domainFor' | 'resolvePlace'>;
export type PeopleSearch = Omit<UserSearch, 'cursor'> & { readonly after: string | null };

/**
 * Throws 404 `domain_not_found`, 403 `forbidden`, 400 `invalid_request`, 422 `unknown_filter`, 422
 * `location_unknown`.
 */
export async function searchPeople(
  { store, domainFor, resolvePlace }: Dependencies,
  tenant: TenantId,
  { domain, q, filters, sort, user_ids: userIds, limit, after }: PeopleSearch,
): Promise<FoundPeople> {
  const { definition } = await domainFor(tenant, domain);
  const describe = foundUserOf(definition);
  const people = await store.statistics.people(tenant, domain);
  if (userIds !== undefined) {
    const named = await store.profiles.listed(tenant, domain, userIds);
    return { data: named.map((profile) => describe(profile, null)), next: null, people, complete: true };
  }
  const { clauses, excludeUserIds } = searchClauses(definition, filters, resolvePlace);
  const order = sort === undefined ? null : sortOrder(definition, sort);
  const from: SearchPlace | null = after === null || order !== null ? null : JSON.parse(after);
  const word =
    from === null ? await wordToLookUnder(store.personTerms, tenant, domain, q, clauses) : from.word;
  const ranges = termRanges(q, word);
  const seen = lookThrough(store.personTerms, { tenant, domain, word, ranges, clauses, from });
  const find = q === undefined ? null : foundBy(definition, q);
  const hits = hitsOf(seen, find, new Set(excludeUserIds));
  const page = await (order === null
    ? nextPage(hits, limit)
    : sortedPage(hits, order, after === null ? null : JSON.parse(after), limit));
  return {
    data: page.shown.map(({ profile, matched }) => describe(profile, matched)),
    next: page.next === null ? null : JSON.stringify(page.next),
    people,
    complete: page.complete,
  };
}

/** null: the search goes through all people. */
async function wordToLookUnder(
  terms: PersonTermStore,
  tenant: TenantId,
  domain: string,
  q: string | undefined,
  clauses: Clauses,
): Promise<string | null> {
  // Rows of an earlier version have no terms until a schedule has added them.
  if (!(await terms.isWhole(tenant, domain))) return null;
  return rarestWord(q, clauses, (range, most) => terms.count(tenant, domain, range, most));
}

interface Hit {
  readonly profile: ListedProfile;
  readonly matched: FoundUser['matched'];
}

interface LookedAt {
  readonly place: SearchPlace;
  readonly hit: Hit | null;
}

async function* hitsOf(
  seen: AsyncIterable<Seen>,
  find: FoundBy | null,
  excluded: ReadonlySet<string>,
): AsyncGenerator<LookedAt> {
  for await (const { place, profile } of seen) {
    const isOut = profile === null || excluded.has(profile.userId);
    const matched = isOut || find === null ? null : find(profile);
    yield { place, hit: isOut || (find !== null && matched === null) ? null : { profile, matched } };
  }
}

interface Page {
  readonly shown: readonly Hit[];
  readonly next: SearchPlace | SortKey | null;
  readonly complete: boolean;
}

async function nextPage(looked: AsyncIterable<LookedAt>, limit: number): Promise<Page> {
  const shown: Hit[] = [];
  let [count, last]: [number, SearchPlace | null] = [0, null];
  for await (const { place, hit } of looked) {
    // One more than is shown says whether there is another page.
    if (hit !== null && shown.length === limit) return { shown, next: last, complete: true };
    if (count === MOST_LOOKED_AT) return { shown, next: last, complete: false };
    if (hit !== null) shown.push(hit);
    count += 1;
    last = place;
  }
  return { shown, next: null, complete: true };
}

async function sortedPage(
  looked: AsyncIterable<LookedAt>,
  { keyOf, compare }: SortOrder,
  after: SortKey | null,
  limit: number,
): Promise<Page> {
  let kept: { readonly key: SortKey; readonly hit: Hit }[] = [];
  let count = 0;
  const first = () => kept.sort((one, other) => compare(one.key, other.key)).slice(0, limit + 1);
  for await (const { hit } of looked) {
    if (count === MOST_LOOKED_AT) break;
    count += 1;
    const key = hit && keyOf(hit.profile);
    if (hit === null || key === null || (after !== null && compare(key, after) <= 0)) continue;
    kept.push({ key, hit });
    if (kept.length > PAGES_KEPT * (limit + 1)) kept = first();
  }
  const page = first();
  const shown = page.slice(0, limit);
  return {
    shown: shown.map(({ hit }) => hit),
    next: page.length > shown.length ? shown.at(-1)!.key : null,
    complete: count < MOST_LOOKED_AT,
  };
}
