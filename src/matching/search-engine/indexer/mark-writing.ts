/**
 * Notes the changes that are about to be written into a search index: first in the store, then in the index
 * itself (`local/trust-indexes.ts`). A crash between the two leaves the index with the previous token, which
 * the store still has. `confirmLockToken` then brings the two together.
 */
import { randomUUID } from 'node:crypto';
import type { ChangeSequence } from '../../../contract/brands.ts';
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import type { IndexerParts } from './indexer-parts.ts';

/** null: another indexer goes on with the index. */
export async function markWriting(
  { searchIndexes, engine }: Pick<IndexerParts, 'searchIndexes' | 'engine'>,
  index: SearchIndex,
  upTo: ChangeSequence,
): Promise<SearchIndex | null> {
  const writing = upTo > index.writing ? upTo : index.writing;
  const change = { writing, lockToken: randomUUID(), previousLockToken: index.lockToken };
  if (!(await searchIndexes.change(index, index.lockToken, change))) return null;
  const marked = { ...index, ...change };
  await confirmLockToken({ engine }, marked);
  return marked;
}

export async function confirmLockToken(
  { engine }: Pick<IndexerParts, 'engine'>,
  { name, watermark, lockToken }: SearchIndex,
): Promise<void> {
  await engine.note(name, { watermark, store: lockToken });
}
