/**
 * Writes all people of a domain into a new search index, in the order of their ids. The progress is kept, so
 * another process can go on. People are written under the sequence at which the build began. Later changes
 * are in the change feed, under a later sequence, which wins.
 *
 * A page may hold changes after that sequence. So the store notes the highest sequence of a page before it is
 * written.
 */
import { randomUUID } from 'node:crypto';
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import type { IndexedProfile } from '../../../platform/storage/store.ts';
import type { IndexedDomain, IndexerParts } from './indexer-parts.ts';
import { confirmLockToken, markWriting } from './mark-writing.ts';
import { samplePlaces } from './sample-places.ts';

const PEOPLE_A_PAGE = 2000;
const NO_ENCODER = '';

/** A new index, empty. null: another indexer began one. */
export async function beginIndex(parts: IndexerParts, domain: IndexedDomain): Promise<SearchIndex | null> {
  const { profiles, searchIndexes, engine, owner, clock } = parts;
  const { tenant, definition } = domain;
  const start = await profiles.lastSequence(tenant, definition.domain);
  const places = await samplePlaces(parts, domain);
  const name = engine.newName(domain);
  const index: SearchIndex = {
    ...{ tenantId: tenant, domain: definition.domain, version: definition.version, name },
    ...{ state: 'building', watermark: start, writing: start },
    ...{
      lockToken: randomUUID(),
      previousLockToken: null,
      writtenTo: null,
      usedAtMs: null,
      createdAtMs: clock(),
    },
  };
  // The store first: a crash leaves a row without an index, which is begun anew, and no index without a row.
  if (!(await searchIndexes.add(index))) return null;
  await engine.create(domain, { name, owner, places });
  await confirmLockToken(parts, index);
  return index;
}

/** Goes on until all people are written, or until the time. null: another indexer goes on with the index. */
export async function buildIndex(
  parts: IndexerParts,
  domain: IndexedDomain,
  building: SearchIndex,
  untilMs: number,
  signal: AbortSignal,
): Promise<SearchIndex | null> {
  const { profiles, searchIndexes, clock } = parts;
  let index = building;
  const pages = profiles.scanIndexed(
    domain.tenant,
    domain.definition.domain,
    PEOPLE_A_PAGE,
    NO_ENCODER,
    index.writtenTo,
  );
  for await (const page of pages) {
    signal.throwIfAborted();
    const written = await writePage(parts, domain, index, page);
    if (written === null) return null;
    index = written;
    if (clock() >= untilMs) return index;
  }
  await parts.engine.writer(domain, index.name).refresh();
  const change = { state: 'written' } as const;
  return (await searchIndexes.change(index, index.lockToken, change)) ? { ...index, ...change } : null;
}

async function writePage(
  parts: IndexerParts,
  domain: IndexedDomain,
  index: SearchIndex,
  page: readonly IndexedProfile[],
): Promise<SearchIndex | null> {
  const last = await parts.profiles.lastSequence(domain.tenant, domain.definition.domain);
  const marked = await markWriting(parts, index, last);
  if (marked === null) return null;
  const sequence = index.watermark;
  await parts.engine
    .writer(domain, index.name)
    .fill(page.map((profile) => ({ userId: profile.row.userId, sequence, profile })));
  const change = { writtenTo: page.at(-1)!.row.userId };
  return (await parts.searchIndexes.change(marked, marked.lockToken, change))
    ? { ...marked, ...change }
    : null;
}
