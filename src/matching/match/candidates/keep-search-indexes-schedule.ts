/**
 * The recurring work of the indexer (`search-engine/indexer/`). Each run follows the store for some time, so
 * that there is no job for each second. One worker has it at a time.
 */
import type { ActiveDomain, DomainFor } from '../../../domains/active-domain.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import type { IndexedDomain, IndexerParts } from '../../search-engine/indexer/indexer-parts.ts';
import { runIndexer } from '../../search-engine/indexer/run-indexer.ts';

const RUN_MS = 30_000;
/** The wait after a run that had nothing to keep, or that failed. */
const EVERY_MS = 1000;

interface KeepingParts extends Omit<IndexerParts, 'engine' | 'owner'> {
  readonly owner: () => Promise<string>;
  /** For one run. */
  readonly openEngine: () => Promise<{
    readonly indexes: IndexerParts['engine'];
    close(): Promise<void>;
  }>;
  readonly listTenants: () => Promise<readonly Pick<Tenant, 'tenantId' | 'domains'>[]>;
  readonly domainFor: DomainFor;
  readonly onError: (where: string, error: unknown) => void;
}

const KIND = 'keep_search_indexes';

export function keepSearchIndexesSchedule(parts: KeepingParts): Schedule {
  return {
    kind: KIND,
    everyMs: EVERY_MS,
    async run({ signal }) {
      const engine = await parts.openEngine();
      try {
        await runIndexer(
          { ...parts, engine: engine.indexes, owner: await parts.owner() },
          {
            domains: () => domainsOutside(parts),
            untilMs: parts.clock() + RUN_MS,
            signal,
            onError: (error, { tenant = '', domain = '' }) =>
              parts.onError(`${KIND} ${tenant} ${domain}`.trimEnd(), error),
          },
        );
      } finally {
        await engine.close();
      }
    },
  };
}

async function domainsOutside({
  listTenants,
  domainFor,
}: Pick<KeepingParts, 'listTenants' | 'domainFor'>): Promise<readonly IndexedDomain[]> {
  const found: IndexedDomain[] = [];
  for (const { tenantId: tenant, domains } of await listTenants()) {
    for (const { domain, engine } of domains) {
      if (engine !== 'opensearch') continue;
      const { definition }: ActiveDomain = await domainFor(tenant, domain);
      found.push({ tenant, definition });
    }
  }
  return found;
}
