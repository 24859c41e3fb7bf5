/** The dependencies of the indexer of search indexes. */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { SearchIndexStore } from '../../../platform/storage/search-index-store.ts';
import type { StatisticsStore } from '../../../platform/storage/statistics-store.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { SearchIndexes } from '../candidate-search.ts';

export interface IndexerParts {
  readonly profiles: Pick<ProfileStore, 'lastSequence' | 'changedAfter' | 'scanIndexed'>;
  readonly searchIndexes: SearchIndexStore;
  readonly engine: SearchIndexes;
  readonly statistics: Pick<StatisticsStore, 'people' | 'sampleRows'>;
  /** Names this store for good. */
  readonly owner: string;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** A domain whose people a search engine is to have. */
export interface IndexedDomain {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
}
