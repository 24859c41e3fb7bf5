/**
 * Drops orphans: indexes of the engine that were made for this store, but that it does not keep. The store
 * was restored to a time before them, or an indexer made one while another took its row for lost. An index of
 * another store is left alone.
 *
 * An orphan is marked first, in the index itself, and dropped an hour later. Every step of an indexer that
 * keeps the index removes the mark. So a copy of the store cannot drop an index that the other one still
 * writes.
 */
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import type { RemoteIndex } from '../candidate-search.ts';
import type { IndexerParts } from './indexer-parts.ts';

const MARKED_FOR_MS = 3_600_000;

type OrphanParts = Pick<IndexerParts, 'engine' | 'searchIndexes' | 'owner' | 'clock'>;

export async function dropOrphans(
  parts: OrphanParts,
  listed: readonly RemoteIndex[],
  kept: readonly SearchIndex[],
): Promise<void> {
  const names = new Set(kept.map(({ name }) => name));
  const orphans = listed.filter(({ owner, name }) => owner === parts.owner && !names.has(name));
  for (const { name, orphanSinceMs } of orphans) {
    const nowMs = parts.clock();
    if (orphanSinceMs === null) await parts.engine.markOrphan(name, nowMs);
    else if (nowMs - orphanSinceMs >= MARKED_FOR_MS) await dropUnlessKept(parts, name);
  }
}

/** The store was read before the engine: a row may have been added since. */
async function dropUnlessKept({ engine, searchIndexes }: OrphanParts, name: string): Promise<void> {
  const isKept = (await searchIndexes.all()).some((index) => index.name === name);
  if (!isKept) await engine.drop(name);
}
