/** Changes the rows of search indexes, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { SearchIndex, SearchIndexChange } from '../../search-index-store.ts';
import type { Tables } from '../tables.generated.ts';

type Key = Pick<SearchIndex, 'tenantId' | 'name'>;

export async function addSearchIndex(db: Kysely<Tables>, index: SearchIndex): Promise<boolean> {
  const other = await db
    .selectFrom('search_indexes')
    .select('name')
    .where('tenant_id', '=', index.tenantId)
    .where('domain', '=', index.domain)
    .where('state', '=', index.state)
    .where('state', 'in', ['asked', 'building'])
    .executeTakeFirst();
  if (other !== undefined) return false;
  await db
    .insertInto('search_indexes')
    .values({
      tenant_id: index.tenantId,
      name: index.name,
      domain: index.domain,
      version: index.version,
      state: index.state,
      watermark: index.watermark,
      writing: index.writing,
      mark: index.lockToken,
      mark_before: index.previousLockToken,
      written_to: index.writtenTo,
      used_at_ms: index.usedAtMs,
      created_at_ms: index.createdAtMs,
    })
    .execute();
  return true;
}

export async function changeSearchIndex(
  db: Kysely<Tables>,
  key: Key,
  lockToken: string,
  values: SearchIndexChange,
): Promise<boolean> {
  const changed = await updated(db, key)
    .set({
      ...(values.state !== undefined && { state: values.state }),
      ...(values.watermark !== undefined && { watermark: values.watermark }),
      ...(values.writing !== undefined && { writing: values.writing }),
      ...(values.lockToken !== undefined && { mark: values.lockToken }),
      ...(values.previousLockToken !== undefined && { mark_before: values.previousLockToken }),
      ...(values.writtenTo !== undefined && { written_to: values.writtenTo }),
    })
    .where('mark', '=', lockToken)
    .returning('name')
    .execute();
  return changed.length > 0;
}

export async function serveSearchIndex(
  db: Kysely<Tables>,
  key: Key,
  lockToken: string,
  nowMs: number,
): Promise<boolean> {
  const [served] = await updated(db, key)
    .set({ state: 'serving', used_at_ms: null })
    .where('mark', '=', lockToken)
    .returning('domain')
    .execute();
  if (served === undefined) return false;
  await db
    .updateTable('search_indexes')
    .set({ state: 'retired', used_at_ms: nowMs })
    .where('tenant_id', '=', key.tenantId)
    .where('domain', '=', served.domain)
    .where('state', '=', 'serving')
    .where('name', '!=', key.name)
    .execute();
  return true;
}

export async function retireSearchIndexes(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  nowMs: number,
): Promise<boolean> {
  const retired = await db
    .updateTable('search_indexes')
    .set({ state: 'retired', used_at_ms: nowMs })
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('state', '!=', 'retired')
    .returning('name')
    .execute();
  return retired.length > 0;
}

export async function noteUseOfSearchIndex(db: Kysely<Tables>, key: Key, nowMs: number): Promise<void> {
  await updated(db, key).set({ used_at_ms: nowMs }).where('state', '=', 'retired').execute();
}

export async function removeSearchIndex(db: Kysely<Tables>, { tenantId, name }: Key): Promise<boolean> {
  const removed = await db
    .deleteFrom('search_indexes')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .returning('name')
    .execute();
  return removed.length > 0;
}

const updated = (db: Kysely<Tables>, { tenantId, name }: Key) =>
  db.updateTable('search_indexes').where('tenant_id', '=', tenantId).where('name', '=', name);
