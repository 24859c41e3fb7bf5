/**
 * Part of the composition root: work before the first requests. The indexes that were in use are opened, and
 * matches are run in them. Then the rules of their domains are compiled. Otherwise the first text would pay a
 * tenth of a second and more. Meanwhile every other request would get only its share of the turns.
 */
import type { Logger } from 'pino';
import type { TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { IndexRegistry, WarmDefinition } from '../matching/index/candidate-index.ts';
import { IN_USE_MS, MOST_IN_USE } from '../matching/index/note-uses.ts';
import type { ReplayingMatchService } from '../matching/match/create-match-service.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { Extractor } from '../people/reading/extractor.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { IndexUse } from '../platform/storage/index-use-store.ts';
import type { Store } from '../platform/storage/store.ts';
import { warmMatches } from './warm-matches.ts';

interface StartParts {
  readonly settings: Pick<Settings, 'readyWaitsSeconds'>;
  readonly store: Pick<Store, 'indexUses'>;
  readonly indexes: IndexRegistry;
  readonly definitionOf: WarmDefinition;
  /** Whether this server is to have the index in memory. */
  readonly owns: (tenant: TenantId, domain: string) => boolean;
  /** Called when the indexes are open, with those that were in use and that this server owns. */
  readonly warmUp: (uses: readonly IndexUse[], signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

interface WarmingParts extends Omit<StartParts, 'warmUp'> {
  readonly store: Store;
  readonly match: Pick<ReplayingMatchService, 'replay'>;
  readonly models: ModelCatalog;
  /** Compiles in slices of the event loop. */
  readonly rulesFor: (definition: DomainDefinition) => Promise<Extractor>;
}

export interface Warming {
  /** Whether the server may say that it is ready: all is opened, or it has waited for long enough. */
  isDone(): boolean;
  /** Resolves when it is done, also where an index could not be opened, or is to stop. */
  readonly done: Promise<void>;
  /** Opens no further index. */
  stop(): void;
}

const SECOND_MS = 1000;
/** Compiled rules take some megabytes each: those of many own domains are compiled when a text comes. */
const MOST_DOMAINS = 8;

/** Registers in `opened` how the work is stopped. */
export function openWarming(parts: WarmingParts, opened: AsyncDisposableStack): Warming {
  const definitions = new Set<DomainDefinition>();
  const warming = startWarming({
    ...parts,
    definitionOf: async (tenant, domain) => {
      const definition = await parts.definitionOf(tenant, domain);
      if (definition !== null && definitions.size < MOST_DOMAINS) definitions.add(definition);
      return definition;
    },
    warmUp: (uses, signal) => warmMatches(parts, uses, signal),
  });
  opened.defer(() => warming.done);
  const closing = new AbortController();
  const prepared = warming.done.then(() => prepareRules(definitions, parts.rulesFor, closing.signal));
  opened.defer(() => prepared);
  opened.defer(() => closing.abort());
  opened.defer(() => warming.stop());
  return warming;
}

/**
 * Opens the indexes that were in use and that this server owns. The server listens at once, but is ready only
 * when this is done or COUNTERPART_READY_WAITS is over. One index must not keep all other tenants waiting.
 */
export function startWarming(parts: StartParts): Warming {
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

/** One after the other, in the slices that `rulesFor` takes of the event loop. */
async function prepareRules(
  definitions: ReadonlySet<DomainDefinition>,
  rulesFor: WarmingParts['rulesFor'],
  signal: AbortSignal,
): Promise<void> {
  for (const definition of definitions) {
    if (signal.aborted) return;
    // A text of the domain will report the fault.
    await rulesFor(definition).catch(() => {});
  }
}

/** The definition in force; null: the tenant has not enabled the domain, or has it on a search engine. */
export function enabledDefinitions(accounts: Accounts): WarmDefinition {
  return async (tenant, domain) => {
    const enabled = (await accounts.tenant(tenant))?.domains.find((each) => each.domain === domain);
    const isInMemory = enabled !== undefined && enabled.engine === undefined;
    return isInMemory ? (await accounts.domainFor(tenant, domain)).definition : null;
  };
}
