/**
 * Part of the composition root: the engines that find the candidates of a match. Indexes in memory always
 * can. OpenSearch, where it is set, does so for the domains that the operator moved there.
 */
import type { Logger } from 'pino';
import type { TenantId } from '../contract/brands.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import { openSegmentEngine } from '../matching/index/segments/open-segment-engine.ts';
import type { CandidateTexts } from '../matching/match/candidate-texts.ts';
import type { CandidateEngine } from '../matching/match/candidates/candidate-engine.ts';
import { chooseEngine } from '../matching/match/candidates/choose-engine.ts';
import { inMemoryCandidates } from '../matching/match/candidates/in-memory-candidates.ts';
import { observedSearch } from '../matching/match/candidates/observed-search.ts';
import { type IndexHealth, watchHealth } from '../matching/match/candidates/watch-health.ts';
import { LocalIndexes } from '../matching/search-engine/local/local-indexes.ts';
import { trustIndexes } from '../matching/search-engine/local/trust-indexes.ts';
import type { OpenSearch } from '../matching/search-engine/opensearch/open-opensearch.ts';
import type { SearchIndexFigures } from '../outside/http/metrics/search-engine-figures.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { SearchIndex } from '../platform/storage/search-index-store.ts';
import type { Store } from '../platform/storage/store.ts';
import { openSearchEngine, type SearchEngineSettings } from './open-search-engine.ts';

interface CandidateParts {
  readonly settings: SearchEngineSettings & Pick<Settings, 'indexThreads' | 'opensearchLocalPeople'>;
  readonly store: Store;
  readonly indexes: IndexRegistry;
  readonly encoders: Encoders;
  readonly texts: Pick<CandidateTexts, 'forget'>;
  readonly observeSearch: (outcome: string, ms: number) => void;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface Candidates {
  readonly engine: CandidateEngine;
  /** Figures of the indexes that serve. */
  figures(): Promise<readonly SearchIndexFigures[]>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;
const HEALTH_EVERY_MS = 5000;
/** An index in memory without a match for this long is released, where a search index serves its domain. */
const IDLE_MS = 60_000;

export async function openCandidates(parts: CandidateParts): Promise<Candidates> {
  const { settings, indexes, store, clock, logger } = parts;
  const inMemory = inMemoryCandidates(indexes);
  const openSearch = await openSearchEngine(settings);
  if (openSearch === null) {
    const engine = chooseEngine({ inMemory, outside: null });
    return { engine, figures: async () => [], close: async () => undefined };
  }
  const opened = new AsyncDisposableStack();
  opened.defer(() => openSearch.close());
  const locals = openLocals(parts, opened);
  const known = await keepKnown(parts, opened);
  const health = keepHealth(openSearch, known, parts, opened);
  const engine = chooseEngine({
    inMemory,
    outside: {
      search: observedSearch(openSearch.search, parts.observeSearch),
      locals,
      histories: store,
      searchIndexes: store.searchIndexes,
      isTrusted: trustIndexes(openSearch.indexes, store.searchIndexes, clock),
      mayHaveIndex: (tenant, domain) => known.all().some((index) => isOf(index, tenant, domain)),
      clock,
    },
  });
  logger.info('OpenSearch is set; domains are moved there by «counterpart tenants set --engine»');
  return {
    engine,
    figures: () => figuresOf(store, known.all(), { locals, health }),
    close: () => opened.disposeAsync(),
  };
}

function openLocals(
  { settings, store, encoders, texts, logger }: CandidateParts,
  opened: AsyncDisposableStack,
): LocalIndexes {
  const engine = openSegmentEngine({
    folder: null,
    threads: settings.indexThreads ?? undefined,
    onDamage: () => undefined,
  });
  opened.defer(() => engine.close());
  const locals = new LocalIndexes({
    profiles: store.profiles,
    searchIndexes: store.searchIndexes,
    engine,
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    maxPeople: settings.opensearchLocalPeople,
    onPeopleChanged: (index, userIds) => texts.forget(index, userIds),
    onFailure: (error, about) =>
      logger.warn({ ...about, error }, 'the people beside a search index could not follow the store'),
  });
  opened.defer(() => locals.close());
  return locals;
}

/** The search indexes as of at most a second ago; indexes in memory that they replace are released. */
async function keepKnown(
  { store, indexes, logger }: CandidateParts,
  opened: AsyncDisposableStack,
): Promise<{ readonly all: () => readonly SearchIndex[] }> {
  let all = await store.searchIndexes.all();
  let looking: Promise<void> | null = null;
  const refresh = async () => {
    all = await store.searchIndexes.all();
    const isServed = ({ tenant, domain }: { readonly tenant: TenantId; readonly domain: string }) =>
      all.some((index) => index.state === 'serving' && isOf(index, tenant, domain));
    if (all.length > 0) await indexes.releaseIdle((index) => !isServed(index), IDLE_MS);
  };
  const timer = setInterval(() => {
    looking ??= refresh()
      .catch((error: unknown) => logger.warn({ error }, 'search indexes cannot be read'))
      .finally(() => {
        looking = null;
      });
  }, LOOK_EVERY_MS).unref();
  opened.defer(async () => {
    clearInterval(timer);
    await looking;
  });
  return { all: () => all };
}

function keepHealth(
  { indexes }: Pick<OpenSearch, 'indexes'>,
  known: { readonly all: () => readonly SearchIndex[] },
  { clock }: CandidateParts,
  opened: AsyncDisposableStack,
): IndexHealth {
  const health = watchHealth(indexes, clock);
  const askHealth = () => health.ask(servingOf(known.all()).map(({ name }) => name));
  void askHealth();
  const timer = setInterval(() => void askHealth(), HEALTH_EVERY_MS).unref();
  opened.defer(() => clearInterval(timer));
  return health;
}

const servingOf = (all: readonly SearchIndex[]) => all.filter(({ state }) => state === 'serving');

async function figuresOf(
  { profiles }: Pick<Store, 'profiles'>,
  all: readonly SearchIndex[],
  { locals, health }: { readonly locals: LocalIndexes; readonly health: IndexHealth },
): Promise<readonly SearchIndexFigures[]> {
  const held = new Map(locals.stats().map((each) => [each.name, each]));
  return Promise.all(
    servingOf(all).map(async ({ tenantId: tenant, domain, name, watermark }) => {
      const { people = 0, changed = 0, bytes = 0 } = held.get(name) ?? {};
      const behind = Math.max(0, (await profiles.lastSequence(tenant, domain)) - watermark);
      return { tenant, domain, up: health.isUp(name) ? 1 : 0, behind, people, changed, bytes };
    }),
  );
}

const isOf = ({ tenantId, domain }: SearchIndex, tenant: TenantId, name: string) =>
  tenantId === tenant && domain === name;
