/** OpenSearch as an engine outside: its indexes, and searches in them. */
import type { CandidateSearch, SearchIndexes } from '../candidate-search.ts';
import { engineCandidateSearch } from './engine-candidate-search.ts';
import { type OpenSearchAddress, openEngineClient } from './open-engine-client.ts';
import { searchIndexes } from './search-indexes.ts';

export interface OpenSearchSettings extends OpenSearchAddress {
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number;
  readonly scoredPerShard: number;
  /** For one search. */
  readonly searchTimeoutMs: number;
  /** For writes, and for work on whole indexes. */
  readonly writeTimeoutMs: number;
}

export const openSearchDefaults = {
  authorization: null,
  certificates: null,
  prefix: 'counterpart',
  shards: 2,
  replicas: 1,
  scoredPerShard: 200_000,
  searchTimeoutMs: 10_000,
  writeTimeoutMs: 60_000,
} as const;

export interface OpenSearch {
  readonly search: CandidateSearch;
  readonly indexes: SearchIndexes;
  close(): Promise<void>;
}

/** Connects with the first request. */
export function openOpenSearch(settings: OpenSearchSettings): OpenSearch {
  const { prefix, shards, replicas, scoredPerShard, searchTimeoutMs, writeTimeoutMs } = settings;
  const client = openEngineClient(settings);
  return {
    search: engineCandidateSearch(client, { prefix, scoredPerShard, timeoutMs: searchTimeoutMs }),
    indexes: searchIndexes(client, { prefix, shards, replicas, timeoutMs: writeTimeoutMs }),
    close: async () => client.close(),
  };
}
