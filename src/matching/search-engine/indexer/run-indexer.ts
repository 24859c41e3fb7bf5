/**
 * Follows all domains on a search engine for some time, in rounds. A failure of one domain does not hold up
 * the others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantId } from '../../../contract/brands.ts';
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import { dropOrphans } from './drop-orphans.ts';
import type { IndexedDomain, IndexerParts } from './indexer-parts.ts';
import { keepIndexes, retireIndexes } from './keep-indexes.ts';

const REST_MS = 500;

export interface IndexerRun {
  /** Read in every round. */
  readonly domains: () => Promise<readonly IndexedDomain[]>;
  readonly untilMs: number;
  readonly signal: AbortSignal;
  /** `about`: of a failure that is one domain's. */
  readonly onError: (error: unknown, about: { readonly tenant?: TenantId; readonly domain?: string }) => void;
}

/** Returns at once where there is nothing to keep. */
export async function runIndexer(parts: IndexerParts, run: IndexerRun): Promise<void> {
  for (;;) {
    const [domains, all] = await Promise.all([run.domains(), parts.searchIndexes.all()]);
    if (domains.length === 0 && all.length === 0) return;
    const hasMore = await oneRound(parts, domains, all, run);
    if (parts.clock() >= run.untilMs) return;
    if (!hasMore) await pause(REST_MS, undefined, { signal: run.signal });
  }
}

async function oneRound(
  parts: IndexerParts,
  domains: readonly IndexedDomain[],
  all: readonly SearchIndex[],
  { signal, onError }: IndexerRun,
): Promise<boolean> {
  const listed = await parts.engine.list();
  const notes = new Map(listed.map(({ name, note }) => [name, note?.store ?? null]));
  const byDomain = Map.groupBy(all, ({ tenantId, domain }) => keyOf(tenantId, domain));
  let hasMore = false;
  const attempt = async (tenant: TenantId, domain: string, work: () => Promise<boolean>) => {
    signal.throwIfAborted();
    try {
      if (await work()) hasMore = true;
    } catch (error) {
      if (signal.aborted) throw error;
      onError(error, { tenant, domain });
    }
  };
  await dropOrphans(parts, listed, all).catch((error: unknown) => {
    if (signal.aborted) throw error;
    onError(error, {});
  });
  for (const domain of domains) {
    const key = keyOf(domain.tenant, domain.definition.domain);
    const own = byDomain.get(key) ?? [];
    byDomain.delete(key);
    await attempt(domain.tenant, domain.definition.domain, () =>
      keepIndexes(parts, domain, own, { signal, notes }),
    );
  }
  for (const left of byDomain.values()) {
    await attempt(left[0]!.tenantId, left[0]!.domain, async () => {
      await retireIndexes(parts, left);
      return false;
    });
  }
  return hasMore;
}

const keyOf = (tenant: string, domain: string) => `${tenant} ${domain}`;
