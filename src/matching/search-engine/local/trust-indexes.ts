/**
 * Decides whether a search index belongs to the present state of the store. The indexer writes a random token
 * into both whenever it goes on: first into the store, then into the index. A store or an index that was
 * restored to an earlier state, and an index that was made anew under its name, has another token. Such an
 * index may lack people, or have changes that the store has not.
 */
import type { SearchIndex, SearchIndexStore } from '../../../platform/storage/search-index-store.ts';
import type { SearchIndexes } from '../candidate-search.ts';

export const isOfStore = (
  { lockToken, previousLockToken }: Pick<SearchIndex, 'lockToken' | 'previousLockToken'>,
  noted: string | null,
): boolean => noted !== null && (noted === lockToken || noted === previousLockToken);

/** A restored store has other processes, so what was true a while ago is not asked again. */
const HOLDS_MS = 60_000;

/** Checks at most once a minute. */
export function trustIndexes(
  indexes: Pick<SearchIndexes, 'list'>,
  store: Pick<SearchIndexStore, 'ofDomain'>,
  clock: () => number,
): (index: SearchIndex) => Promise<boolean> {
  const trusted = new Map<string, number>();
  return async ({ tenantId, domain, name }) => {
    const key = `${tenantId} ${name}`;
    if (clock() - (trusted.get(key) ?? Number.NEGATIVE_INFINITY) < HOLDS_MS) return true;
    // The indexer may go on by more than a token between the two reads.
    let isTrusted = false;
    for (let tries = 0; tries < 3 && !isTrusted; tries++) {
      const noted = (await indexes.list(tenantId)).find((index) => index.name === name)?.note?.store ?? null;
      const row = (await store.ofDomain(tenantId, domain)).find((index) => index.name === name);
      isTrusted = row !== undefined && isOfStore(row, noted);
    }
    if (isTrusted) trusted.set(key, clock());
    return isTrusted;
  };
}
