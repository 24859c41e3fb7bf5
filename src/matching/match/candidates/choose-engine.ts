/**
 * Chooses the engine of a match by its domain:
 *
 *   in memory                        the index of this process; nothing is asked
 *   in memory again, index retired   the same, as soon as it is built; meanwhile the search index
 *   on the search engine             the search index that serves the version
 *   on the search engine, none yet   the index of this process, until the first search index is complete
 *
 * A search index is read only while it is known to belong to this state of the store (`trust-indexes.ts`).
 * Another one is being built then, and matches get 503 `warming_up`.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError, retryLater } from '../../../contract/errors.ts';
import type { SearchIndex, SearchIndexStore } from '../../../platform/storage/search-index-store.ts';
import type { Remote } from '../../search-engine/local/local-indexes.ts';
import type { CandidateEngine, MatchCandidates, Wanted } from './candidate-engine.ts';
import { type SearchParts, searchCandidates } from './search-candidates.ts';

export interface ChoosingParts {
  readonly inMemory: CandidateEngine;
  /** null: this server has no search engine. */
  readonly outside: OutsideParts | null;
}

interface OutsideParts extends SearchParts {
  readonly searchIndexes: Pick<SearchIndexStore, 'ofDomain' | 'noteUse'>;
  /** Whether the index belongs to the store as it is. Throws 503 where the engine is away. */
  readonly isTrusted: (index: SearchIndex) => Promise<boolean>;
  /** Whether the domain may have a search index, though it is in memory. */
  readonly mayHaveIndex: (tenant: TenantId, domain: string) => boolean;
  /** Epoch ms. */
  readonly clock: () => number;
}

const RETRY_MS = 10_000;
const USE_NOTED_EVERY_MS = 10_000;

export function chooseEngine({ inMemory, outside }: ChoosingParts): CandidateEngine {
  const noted = new Map<string, number>();
  return {
    async candidates(wanted, signal) {
      const { tenant, definition, isOutside } = wanted.plan;
      if (outside === null) {
        if (isOutside) throw withoutEngine(definition.domain);
        return inMemory.candidates(wanted, signal);
      }
      if (isOutside) return onSearchEngine(inMemory, outside, wanted, signal);
      if (!outside.mayHaveIndex(tenant, definition.domain)) return inMemory.candidates(wanted, signal);
      try {
        return await inMemory.candidates(wanted, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'warming_up') throw error;
        const index = await indexOf(outside, wanted, ['serving', 'retired']);
        if (index === null) throw error;
        await noteUse(outside, index, noted);
        return searchCandidates(outside, wanted, index, signal);
      }
    },
  };
}

async function onSearchEngine(
  inMemory: CandidateEngine,
  outside: OutsideParts,
  wanted: Wanted,
  signal: AbortSignal | undefined,
): Promise<MatchCandidates> {
  const index = await indexOf(outside, wanted, ['serving']);
  return index === null
    ? inMemory.candidates(wanted, signal)
    : searchCandidates(outside, wanted, index, signal);
}

/** null: there is none yet. Throws 503 `warming_up` where there was one. */
async function indexOf(
  { searchIndexes, isTrusted }: OutsideParts,
  { plan }: Wanted,
  states: readonly SearchIndex['state'][],
): Promise<Remote | null> {
  const { tenant, definition } = plan;
  const all = await searchIndexes.ofDomain(tenant, definition.domain);
  const usable = all.filter(({ state }) => states.includes(state));
  const index = usable.find(({ version }) => version === definition.version);
  if (index === undefined) {
    if (usable.length === 0) return null;
    throw beingBuilt(definition.domain);
  }
  if (!(await isTrusted(index))) throw beingBuilt(definition.domain);
  return index;
}

async function noteUse(
  { searchIndexes, clock }: OutsideParts,
  { tenantId, name }: Remote,
  noted: Map<string, number>,
): Promise<void> {
  const nowMs = clock();
  if (nowMs - (noted.get(name) ?? 0) < USE_NOTED_EVERY_MS) return;
  noted.set(name, nowMs);
  await searchIndexes.noteUse({ tenantId, name }, nowMs);
}

const beingBuilt = (domain: string) =>
  retryLater('warming_up', `The search index of «${domain}» is being built; try again later.`, RETRY_MS);

const withoutEngine = (domain: string) =>
  retryLater(
    'dependency_unavailable',
    `The people of «${domain}» are on OpenSearch, and this server has no OPENSEARCH_URL. The operator sets it, or moves the domain back with «counterpart tenants set TENANT --engine ${domain}=memory».`,
    RETRY_MS,
  );
