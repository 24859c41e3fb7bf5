/** Goes through the people of a search's ranges, or through all in the order of their ids, from a place on. */
import type { TenantId } from '../../../contract/brands.ts';
import type { Clauses } from '../../../domains/filter.ts';
import type { ListedProfile } from '../../../platform/storage/listed-profile.ts';
import type { PersonTermStore } from '../../../platform/storage/person-term-store.ts';
import { isFirstPlace, type TermRanges } from './search-plan.ts';

const ROWS_A_READ = 250;

/** Where the search has come to. `word` is that of its ranges; null: in the order of the ids. */
export type SearchPlace =
  | { readonly word: null; readonly userId: string }
  | { readonly word: string; readonly range: number; readonly term: string; readonly userId: string };

export interface Seen {
  readonly place: SearchPlace;
  /** null: it does not pass, or was seen before. */
  readonly profile: ListedProfile | null;
}

export interface Looked {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly word: string | null;
  readonly ranges: TermRanges;
  readonly clauses: Clauses;
  readonly from: SearchPlace | null;
}

export function lookThrough(store: PersonTermStore, looked: Looked): AsyncGenerator<Seen> {
  const { word } = looked;
  return word === null ? inOrder(store, looked) : underTerms(store, { ...looked, word });
}

async function* underTerms(
  store: PersonTermStore,
  { tenant, domain, word, ranges, clauses, from }: Looked & { readonly word: string },
): AsyncGenerator<Seen> {
  const start = from !== null && from.word !== null ? from : null;
  for (let range = start?.range ?? 0; range < ranges.length; range++) {
    let after = start?.range === range ? start : null;
    for (;;) {
      const bounds = { clauses, limit: ROWS_A_READ };
      const rows = await store.under(tenant, domain, ranges[range]!, after, bounds);
      for (const { term, userId, terms, profile } of rows) {
        const place = { word, range, term, userId };
        yield { place, profile: isFirstPlace(ranges, place, terms) ? profile : null };
        after = place;
      }
      if (rows.length < ROWS_A_READ) break;
    }
  }
}

async function* inOrder(
  store: PersonTermStore,
  { tenant, domain, clauses, from }: Looked,
): AsyncGenerator<Seen> {
  for (let after = from?.userId ?? null; ; ) {
    const rows = await store.inOrder(tenant, domain, after, { clauses, limit: ROWS_A_READ });
    for (const { userId, profile } of rows) yield { place: { word: null, userId }, profile };
    if (rows.length < ROWS_A_READ) return;
    after = rows.at(-1)!.userId;
  }
}
