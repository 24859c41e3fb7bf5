/** Writes the counted words of a domain, and notes that a person was erased since. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { StoredWordCounts } from '../../word-count-store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';

export async function keepWordCounts(
  db: Kysely<Tables>,
  { tenantId: tenant, domain, counts, countedAt, countedErasures, ...rest }: StoredWordCounts,
): Promise<void> {
  const bytes = new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength);
  const values = { ...rest, counts: bytes, counted_erasures: countedErasures, counted_at: countedAt };
  const before = await db
    .selectFrom('word_counts')
    .select('version')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  await db
    .insertInto('word_counts')
    .values({ tenant_id: tenant, domain, ...values })
    .onConflict((row) => row.columns(['tenant_id', 'domain']).doUpdateSet(values))
    .execute();
  if (before?.version !== rest.version) await raiseCounter(db, 'models', 1);
}

/** The words are counted again without the person. */
export async function noteErasedFromWords(
  db: Kysely<Tables>,
  tenant: TenantId,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  await db
    .updateTable('word_counts')
    .set(({ eb }) => ({ erasures: eb('erasures', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('domain', 'in', [...domains])
    .execute();
}
