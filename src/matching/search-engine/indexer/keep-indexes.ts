/**
 * One round of the indexer over one domain. The serving index follows the store. A new index is built where
 * one is needed, and replaces the old one once it has caught up. Retired indexes are dropped after the last
 * match over them. Each step may be the last of this process; another one begins where it ended.
 *
 * A new index is needed where none serves this version of the domain, or the operator asked for one. It is
 * also needed where the serving index is gone or not of this store.
 */
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import { isOfStore } from '../local/trust-indexes.ts';
import { beginIndex, buildIndex } from './build-index.ts';
import { followFeed } from './follow-feed.ts';
import type { IndexedDomain, IndexerParts } from './indexer-parts.ts';
import { confirmLockToken } from './mark-writing.ts';

/** A retired index is dropped so long after the last match over it. */
const RETIRED_FOR_MS = 120_000;
/** Time of one round that a build takes; in between the serving index follows. */
const BUILD_MS = 2000;
/** An index that is behind by no more than this takes over. */
const CAUGHT_UP = 1000;

export interface Round {
  readonly signal: AbortSignal;
  /** The note of the store in each index of the engine, by name; null: none. */
  readonly notes: ReadonlyMap<string, string | null>;
}

/** Returns whether there is more to do at once. */
export async function keepIndexes(
  parts: IndexerParts,
  domain: IndexedDomain,
  all: readonly SearchIndex[],
  round: Round,
): Promise<boolean> {
  const { version } = domain.definition;
  const isUsable = (index: SearchIndex) => isOfStore(index, round.notes.get(index.name) ?? null);
  const asked = all.find(({ state }) => state === 'asked');
  const serving = all.find(({ state }) => state === 'serving');
  const coming = all.filter(({ state }) => state === 'building' || state === 'written');
  const next = coming.find((index) => index.version === version && isUsable(index));
  for (const index of coming) if (index !== next) await dropIndex(parts, index);
  await dropRetired(parts, all);
  const follows = serving !== undefined && isUsable(serving);
  const hasMore =
    follows && serving.version === version ? await follow(parts, domain, serving, round) : false;
  if (next !== undefined) return (await goOn(parts, domain, next, round)) || hasMore;
  const isNeeded = asked !== undefined || !follows || serving.version !== version;
  if (!isNeeded) return hasMore;
  const begun = await beginIndex(parts, domain);
  if (begun !== null && asked !== undefined) await parts.searchIndexes.remove(asked);
  return true;
}

/** The domain is in memory: its indexes are retired, and dropped after a while. */
export async function retireIndexes(parts: IndexerParts, all: readonly SearchIndex[]): Promise<void> {
  const { searchIndexes, clock } = parts;
  for (const index of all) {
    if (index.state === 'serving') await searchIndexes.retire(index.tenantId, index.domain, clock());
    else if (index.state !== 'retired') await dropIndex(parts, index);
  }
  await dropRetired(parts, all);
}

async function follow(
  parts: IndexerParts,
  domain: IndexedDomain,
  index: SearchIndex,
  { signal, notes }: Round,
): Promise<boolean> {
  await confirmOnce(parts, index, notes);
  const followed = await followFeed(parts, domain, index, signal);
  return followed !== null && followed.behind > 0;
}

async function goOn(
  parts: IndexerParts,
  domain: IndexedDomain,
  index: SearchIndex,
  { signal, notes }: Round,
): Promise<boolean> {
  await confirmOnce(parts, index, notes);
  if (index.state === 'building') {
    await buildIndex(parts, domain, index, parts.clock() + BUILD_MS, signal);
    return true;
  }
  const followed = await followFeed(parts, domain, index, signal);
  if (followed === null || followed.behind > CAUGHT_UP) return true;
  const { name, lockToken } = followed.index;
  if (await parts.searchIndexes.serve(index, lockToken, parts.clock()))
    await parts.engine.serve(domain, name);
  return true;
}

async function confirmOnce(parts: IndexerParts, index: SearchIndex, notes: Round['notes']): Promise<void> {
  if (notes.get(index.name) !== index.lockToken) await confirmLockToken(parts, index);
}

async function dropRetired(parts: IndexerParts, all: readonly SearchIndex[]): Promise<void> {
  const nowMs = parts.clock();
  for (const index of all) {
    const isDue = index.state === 'retired' && nowMs - (index.usedAtMs ?? 0) >= RETIRED_FOR_MS;
    if (isDue) await dropIndex(parts, index);
  }
}

async function dropIndex({ engine, searchIndexes }: IndexerParts, index: SearchIndex): Promise<void> {
  if (index.state !== 'asked') await engine.drop(index.name);
  await searchIndexes.remove(index);
}
