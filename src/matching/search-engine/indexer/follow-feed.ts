/**
 * Brings the changes of the store into a search index, and then moves its watermark. The order makes it safe
 * to end at any moment. Changes are written and found before the watermark says so, and a change that is
 * written again is the same. Where `writing` is beyond the watermark, an earlier try may have written some.
 */
import { type ChangeSequence, changeSequence } from '../../../contract/brands.ts';
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import type { IndexedDomain, IndexerParts } from './indexer-parts.ts';
import { markWriting } from './mark-writing.ts';

const PAGE_CHANGES = 1000;
/** Bounds how long the other domains wait, and how old the watermark becomes. */
const PAGES_AT_ONCE = 10;
/** The search engine gets no vectors. */
const NO_ENCODER = '';

export interface Followed {
  readonly index: SearchIndex;
  /** Changes that the index does not have yet. */
  readonly behind: number;
}

/** null: another indexer goes on with the index. */
export async function followFeed(
  parts: IndexerParts,
  domain: IndexedDomain,
  index: SearchIndex,
  signal: AbortSignal,
): Promise<Followed | null> {
  const { profiles, searchIndexes, engine } = parts;
  const last = await profiles.lastSequence(domain.tenant, domain.definition.domain);
  if (last <= index.watermark) return { index, behind: 0 };
  const marked = await markWriting(parts, index, last);
  if (marked === null) return null;
  const watermark = await writeChanges(parts, domain, index, last, signal);
  await engine.writer(domain, index.name).refresh();
  const change = { watermark, writing: changeSequence(Math.max(watermark, index.writing)) };
  if (!(await searchIndexes.change(marked, marked.lockToken, change))) return null;
  return { index: { ...marked, ...change }, behind: last - watermark };
}

/**
 * Returns the sequence up to which all changes are written. A row that changes meanwhile has a later
 * sequence.
 */
async function writeChanges(
  { profiles, engine }: Pick<IndexerParts, 'profiles' | 'engine'>,
  domain: IndexedDomain,
  { name, watermark, writing }: SearchIndex,
  upTo: ChangeSequence,
  signal: AbortSignal,
): Promise<ChangeSequence> {
  const { tenant, definition } = domain;
  const writer = engine.writer(domain, name);
  let after = watermark;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    signal.throwIfAborted();
    const read = { limit: PAGE_CHANGES, atMost: upTo - after, encoderId: NO_ENCODER };
    const changes = await profiles.changedAfter(tenant, definition.domain, after, read);
    const due = changes.filter(({ sequence }) => sequence <= upTo);
    if (due.length > 0) await writer.write(due, { isFirstTry: after >= writing });
    if (due.length < PAGE_CHANGES) return upTo;
    after = due.at(-1)!.sequence;
  }
  return after;
}
