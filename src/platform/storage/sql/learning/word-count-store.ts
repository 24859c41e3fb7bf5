/** The counted words of workspaces. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { StoredWordCounts, WordCountState, WordCountStore } from '../../word-count-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function wordCountStore({ db, write }: SqlStoreParts): WordCountStore {
  return {
    wordCounts: (tenant, domain) => readCounts(db, tenant, domain),
    wordCountState: (tenant, domain) => readState(db, tenant, domain),
    keepWordCounts: (counts) => write('keepWordCounts', counts),
  };
}

async function readCounts(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<StoredWordCounts | null> {
  const row = await db
    .selectFrom('word_counts')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...{ tenantId: tenant, domain, version: row.version, countedAt: row.counted_at },
    ...{ people: Number(row.people), texts: Number(row.texts), words: Number(row.words) },
    countedErasures: Number(row.counted_erasures),
    counts: new Uint32Array(Uint8Array.from(row.counts).buffer),
  };
}

async function readState(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<WordCountState | null> {
  const row = await db
    .selectFrom('word_counts')
    .select(['version', 'people', 'erasures', 'counted_erasures', 'counted_at'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    version: row.version,
    people: Number(row.people),
    erasures: Number(row.erasures),
    countedErasures: Number(row.counted_erasures),
    countedAt: row.counted_at,
  };
}
