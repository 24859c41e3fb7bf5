/** Part of the composition root: OpenSearch, for domains whose people it finds. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keepSearchIndexesSchedule } from '../matching/match/candidates/keep-search-indexes-schedule.ts';
import type { OpenSearch } from '../matching/search-engine/opensearch/open-opensearch.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Store } from '../platform/storage/store.ts';
import type { TaskParts } from './open-task-parts.ts';

export type SearchEngineSettings = Pick<
  Settings,
  | 'opensearchUrl'
  | 'opensearchUser'
  | 'opensearchPassword'
  | 'opensearchCa'
  | 'opensearchPrefix'
  | 'opensearchShards'
  | 'opensearchReplicas'
  | 'opensearchScored'
  | 'opensearchTimeoutMs'
>;

/** null: none is set. Connects with the first request. */
export async function openSearchEngine(settings: SearchEngineSettings): Promise<OpenSearch | null> {
  const { opensearchUrl: urls, opensearchUser: user, opensearchPassword: password } = settings;
  if (urls === null) return null;
  const { openOpenSearch, openSearchDefaults } = await import(
    '../matching/search-engine/opensearch/open-opensearch.ts'
  );
  const credentials = user === null ? null : Buffer.from(`${user}:${password ?? ''}`).toString('base64');
  return openOpenSearch({
    ...openSearchDefaults,
    urls,
    authorization: credentials === null ? null : `Basic ${credentials}`,
    certificates: settings.opensearchCa === null ? null : await readFile(settings.opensearchCa, 'utf8'),
    prefix: settings.opensearchPrefix,
    shards: settings.opensearchShards,
    replicas: settings.opensearchReplicas,
    scoredPerShard: settings.opensearchScored,
    searchTimeoutMs: settings.opensearchTimeoutMs,
  });
}

/** The name of a store in its indexes: the same for its copies and for restored ones. */
async function ownerOf({ secrets }: Pick<Store, 'secrets'>): Promise<string> {
  return createHash('sha256')
    .update(await secrets.secret('search-indexes'))
    .digest('hex')
    .slice(0, 32);
}

/** The indexer; none without a search engine. */
export function searchIndexSchedules(parts: TaskParts): readonly Schedule[] {
  const { settings, store, accounts, clock, onError } = parts;
  if (settings.opensearchUrl === null) return [];
  return [
    keepSearchIndexesSchedule({
      profiles: store.profiles,
      searchIndexes: store.searchIndexes,
      statistics: store.statistics,
      owner: () => ownerOf(store),
      openEngine: async () => (await openSearchEngine(settings))!,
      listTenants: accounts.listTenants,
      domainFor: accounts.domainFor,
      clock,
      onError,
    }),
  ];
}
