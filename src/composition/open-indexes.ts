/** Part of the composition root: the candidate indexes, and their warming at the start. */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { TenantId } from '../contract/brands.ts';
import { MIB } from '../contract/common.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { IndexRegistry, WarmDefinition } from '../matching/index/candidate-index.ts';
import type { IndexEngine } from '../matching/index/index-engine.ts';
import { IN_USE_MS, MOST_IN_USE } from '../matching/index/note-uses.ts';
import { openIndexRegistry } from '../matching/index/open-index-registry.ts';
import { openSegmentEngine } from '../matching/index/segments/open-segment-engine.ts';
import { withSharedSnapshots } from '../matching/index/segments/snapshots/shared-snapshots.ts';
import type { CandidateTexts } from '../matching/match/candidate-texts.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { IndexUse } from '../platform/storage/index-use-store.ts';
import type { Store } from '../platform/storage/store.ts';

const SECOND_MS = 1000;

interface IndexParts {
  readonly settings: Pick<Settings, 'data' | 'indexThreads' | 'indexMemoryMib' | 'artifactBucket'>;
  readonly artifacts: ArtifactStore;
  readonly store: Store;
  readonly encoders: Encoders;
  readonly texts: Pick<CandidateTexts, 'forget'>;
  readonly logger: Logger;
}

export function openIndexes(parts: IndexParts): IndexRegistry {
  const { settings, store, encoders, texts, logger } = parts;
  return openIndexRegistry({
    store,
    engine: openEngine(parts),
    memoryBytes: indexMemoryBytes(settings),
    onFull: (isFull, bytes) =>
      isFull
        ? logger.error(
            { bytes },
            'the candidate indexes have reached their memory limit; no profile is added',
          )
        : logger.info({ bytes }, 'the candidate indexes are below their memory limit again'),
    onPeopleChanged: (index, userIds) => texts.forget(index, userIds),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it will be retried'),
  });
}

function openEngine({ settings, artifacts, logger }: IndexParts): IndexEngine {
  const folder = join(settings.data, 'indexes');
  const engine = openSegmentEngine({
    folder,
    threads: settings.indexThreads ?? undefined,
    onDamage: ({ tenant, domain, reason }) =>
      logger.warn({ tenant, domain, reason }, 'a saved index cannot be used; it is rebuilt from the store'),
  });
  if (settings.artifactBucket === null) return engine;
  const onFailure = (
    error: unknown,
    { tenant, domain }: { readonly tenant: string; readonly domain: string },
  ) => logger.warn({ tenant, domain, error }, 'a saved index could not be shared with other servers');
  return withSharedSnapshots(engine, { folder, artifacts, onFailure });
}

/** The memory that all indexes together may use. */
export function indexMemoryBytes({ indexMemoryMib }: Pick<Settings, 'indexMemoryMib'>): number {
  return indexMemoryMib === null ? halfOfMemory() : indexMemoryMib * MIB;
}

/** The definition in force; null where the tenant has not enabled the domain, or has it on a search engine. */
export function enabledDefinitions(accounts: Accounts): WarmDefinition {
  return async (tenant, domain) => {
    const enabled = (await accounts.tenant(tenant))?.domains.find((each) => each.domain === domain);
    const isInMemory = enabled !== undefined && enabled.engine === undefined;
    return isInMemory ? (await accounts.domainFor(tenant, domain)).definition : null;
  };
}

export interface Warming {
  /** Whether the server may say that it is ready: all is opened, or it has waited for long enough. */
  isDone(): boolean;
  /** Resolves when it is done, also where an index could not be opened, or is to stop. */
  readonly done: Promise<void>;
  /** Opens no further index. */
  stop(): void;
}

interface WarmingParts {
  readonly indexes: IndexRegistry;
  readonly store: Pick<Store, 'indexUses'>;
  readonly definitionOf: WarmDefinition;
  readonly owns: (tenant: TenantId, domain: string) => boolean;
  /** Called when the indexes are open, with those that were in use and that this server owns. */
  readonly warmUp: (uses: readonly IndexUse[], signal: AbortSignal) => Promise<void>;
  readonly settings: Pick<Settings, 'readyWaitsSeconds'>;
  readonly logger: Logger;
  readonly clock: () => number;
}

/**
 * Opens the indexes that were in use and that this server owns. The server listens at once, but is ready only
 * when this is done or COUNTERPART_READY_WAITS is over. One index must not keep all other tenants waiting.
 */
export function startWarming(parts: WarmingParts): Warming {
  const { indexes, store, definitionOf, owns, warmUp, settings, logger, clock } = parts;
  const stopping = new AbortController();
  let isDone = settings.readyWaitsSeconds === 0;
  const late = setTimeout(() => {
    isDone = true;
    logger.warn(
      { seconds: settings.readyWaitsSeconds },
      'the server is ready before all indexes in use are open',
    );
  }, settings.readyWaitsSeconds * SECOND_MS).unref();
  if (isDone) clearTimeout(late);
  const warm = async () => {
    const inUse = await store.indexUses.since(clock() - IN_USE_MS, MOST_IN_USE);
    const { signal } = stopping;
    const ofThis: WarmDefinition = async (tenant, domain) =>
      owns(tenant, domain) ? definitionOf(tenant, domain) : null;
    await indexes.warm(ofThis, { inUse, signal });
    await warmUp(
      inUse.filter(({ tenant, domain }) => owns(tenant, domain)),
      signal,
    );
  };
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const work = warm().catch((error: unknown) => {
    if (!stopping.signal.aborted) logger.error({ error }, 'indexes could not be opened in advance');
  });
  const done = Promise.race([work, stopped]).finally(() => {
    clearTimeout(late);
    isDone = true;
  });
  return { isDone: () => isDone, done, stop: () => stopping.abort() };
}

/** Half of the memory of the machine, or of the limit of this process. */
function halfOfMemory(): number {
  const allowed = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((allowed > 0 && allowed < total ? allowed : total) / 2);
}
