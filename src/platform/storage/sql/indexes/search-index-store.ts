/** Reads the indexes of a search engine. */
import type { Kysely } from 'kysely';
import { changeSequence, tenantId } from '../../../../contract/brands.ts';
import type { SearchIndex, SearchIndexStore } from '../../search-index-store.ts';
import { compileOnce } from '../compile-once.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function searchIndexStore({ db, write }: SqlStoreParts): SearchIndexStore {
  return {
    all: async () => (await everyIndex(db)).map(decode),
    async ofDomain(tenant, domain) {
      const found = (await indexesOfDomain(db, tenant, domain)).map(decode);
      return found.toSorted((a, b) => Number(b.state === 'serving') - Number(a.state === 'serving'));
    },
    add: (index) => write('addSearchIndex', index),
    change: (key, lockToken, values) => write('changeSearchIndex', key, lockToken, values),
    serve: (key, lockToken, nowMs) => write('serveSearchIndex', key, lockToken, nowMs),
    retire: (tenant, domain, nowMs) => write('retireSearchIndexes', tenant, domain, nowMs),
    noteUse: (key, nowMs) => write('noteUseOfSearchIndex', key, nowMs),
    remove: (key) => write('removeSearchIndex', key),
  };
}

const everyIndex = (db: Kysely<Tables>) =>
  db
    .selectFrom('search_indexes')
    .selectAll()
    .orderBy('tenant_id')
    .orderBy('domain')
    .orderBy('created_at_ms')
    .orderBy('name')
    .execute();

const indexesOfDomain = compileOnce((db, tenant: string, domain: string) =>
  db
    .selectFrom('search_indexes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .orderBy('created_at_ms')
    .orderBy('name'),
);

function decode(row: Tables['search_indexes']): SearchIndex {
  const sequence = (stored: number) => changeSequence(Number(stored));
  return {
    tenantId: tenantId(row.tenant_id),
    domain: row.domain,
    version: row.version,
    name: row.name,
    state: row.state,
    watermark: sequence(row.watermark),
    writing: sequence(row.writing),
    lockToken: row.mark,
    previousLockToken: row.mark_before,
    writtenTo: row.written_to,
    usedAtMs: row.used_at_ms === null ? null : Number(row.used_at_ms),
    createdAtMs: Number(row.created_at_ms),
  };
}
