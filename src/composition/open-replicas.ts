/**
 * Part of the composition root: the other servers on the same database. A server without
 * COUNTERPART_REPLICA_URL, or with an embedded database, answers every match itself.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { TenantId } from '../contract/brands.ts';
import type { IndexRegistry, WarmDefinition } from '../matching/index/candidate-index.ts';
import type { MatchService } from '../matching/match/match-service.ts';
import type { Metrics } from '../outside/http/metrics/metrics.ts';
import { forwardMatches } from '../outside/replicas/forward-matches.ts';
import { keepOwnedIndexes } from '../outside/replicas/keep-owned-indexes.ts';
import { createMatchClient } from '../outside/replicas/match-client.ts';
import { createMatchServer } from '../outside/replicas/match-server.ts';
import { Membership } from '../outside/replicas/membership.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { waitAtMost } from '../platform/threads/wait-at-most.ts';

interface ReplicaParts {
  readonly settings: Pick<Settings, 'replicaUrl' | 'indexOwners' | 'smallIndexRows'>;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface Replicas {
  /** Whether this server is to have the index in memory before a match asks for it. */
  owns(tenant: TenantId, domain: string): boolean;
  /** Answers at the servers that own the index, where this one does not. */
  forwarding(local: MatchService, indexes: IndexRegistry): MatchService;
  /**
   * Listens for matches of other servers and builds the owned indexes. Then, and when `warmed` resolves, this
   * server takes its share of matches.
   */
  start(
    local: MatchService,
    indexes: IndexRegistry,
    definitionOf: WarmDefinition,
    warmed: Promise<void>,
  ): Promise<void>;
  /** The other servers give this one no more work. It goes on answering. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const alone: Replicas = {
  owns: () => true,
  forwarding: (local) => local,
  start: async () => undefined,
  drain: async () => undefined,
  close: async () => undefined,
};

const SIZE_HOLDS_MS = 10_000;
const MAX_SIZES = 20_000;
const MAX_DRAIN_MS = 2000;

export async function openReplicas(parts: ReplicaParts): Promise<Replicas> {
  const { settings, store, logger, metrics, clock } = parts;
  if (settings.replicaUrl === null || store.replicas === null) return alone;
  const address = new URL(settings.replicaUrl);
  const secret = await store.secrets.secret('replicas');
  const membership = new Membership({
    store: store.replicas,
    url: address.origin,
    owners: settings.indexOwners,
    onChange: (servers) => {
      metrics.setReplicas(servers);
      logger.info({ servers }, 'the servers on this database have changed');
    },
    onFailure: (error) =>
      error === null
        ? logger.info('the other servers are told again that this one lives')
        : logger.warn({ error }, 'the other servers cannot be told that this one lives'),
  });
  const client = createMatchClient(secret, clock);
  const isSmall = smallDomains(store, settings.smallIndexRows);
  const opened = new AsyncDisposableStack();
  opened.defer(() => membership.leave());
  opened.defer(() => client.close());
  await membership.join();
  return {
    owns: (tenant, domain) => membership.owns(tenant, domain),
    forwarding: (local, indexes) =>
      forwardMatches({
        local,
        client,
        membership,
        isSmall,
        hasIndex: (tenant, domain) => indexes.rowsOf(tenant, domain) !== null,
        observe: metrics.observeForwarding,
      }),
    start: async (local, indexes, definitionOf, warmed) => {
      const onError = (error: unknown) => logger.error({ error }, 'a forwarded match failed');
      const server = createMatchServer({ secret, match: local, clock, onError });
      await server.listen(hostOf(address), Number(address.port));
      opened.defer(() => server.close());
      const owned = keepOwnedIndexes({
        indexes,
        owns: (tenant, domain) => membership.owns(tenant, domain),
        isSmall,
        domains: async () => (await store.profiles.lastSequences()).keys(),
        definitionOf,
        onFailure: (error, about) => logger.error({ ...about, error }, 'an owned index could not be built'),
      });
      opened.defer(() => owned.close());
      void Promise.all([owned.built, warmed]).then(() => membership.enter('ready'));
    },
    drain: async () => {
      // A database that does not answer must not keep the server from stopping.
      await waitAtMost(membership.enter('leaving'), MAX_DRAIN_MS);
    },
    close: () => opened.disposeAsync(),
  };
}

/** Whether a domain has at most so many people. The number may be a few seconds old. */
function smallDomains({ statistics }: Pick<Store, 'statistics'>, rows: number) {
  const sizes = new LRUCache<string, Promise<number>>({ max: MAX_SIZES, ttl: SIZE_HOLDS_MS });
  return async (tenant: TenantId, domain: string): Promise<boolean> => {
    const key = `${tenant} ${domain}`;
    const known = sizes.get(key);
    if (known !== undefined) return (await known) <= rows;
    const size = statistics.people(tenant, domain);
    sizes.set(key, size);
    size.catch(() => sizes.delete(key));
    return (await size) <= rows;
  };
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');
