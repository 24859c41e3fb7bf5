/** Appends to the audit log, in the transaction of the change. */
import type { Kysely } from 'kysely';
import { newGrowingId } from '../../../../contract/new-id.ts';
import type { AuditOrigin, NewAuditEntry } from '../../audit-store.ts';
import type { Tables } from '../tables.generated.ts';
import { lockTenants } from '../transaction-locks.ts';
import { columnsOf, hashOf, NO_HASH } from './audit-codec.ts';

/**
 * The lock of the tenant, which most changes hold already, makes the chain grow one entry after the other.
 */
export async function appendAudit(
  db: Kysely<Tables>,
  origin: AuditOrigin,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  await lockTenants(
    db,
    entries.map(({ tenantId }) => tenantId),
  );
  for (const entry of entries) await appendOne(db, origin, entry);
}

async function appendOne(db: Kysely<Tables>, origin: AuditOrigin, entry: NewAuditEntry): Promise<void> {
  const { tenantId: tenant } = entry;
  const newest = await db
    .selectFrom('audit_chains')
    .select(['number', 'hash'])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
  const number = Number(newest?.number ?? 0) + 1;
  const made = { entryId: newGrowingId('aud'), number, at: new Date().toISOString() };
  const columns = columnsOf({ ...entry, ...origin, ...made });
  const hash = hashOf(newest?.hash ?? NO_HASH, columns);
  await db
    .insertInto('audit_entries')
    .values({ ...columns, hash })
    .execute();
  await db
    .insertInto('audit_chains')
    .values({ tenant_id: tenant, number, hash, anchor_number: 0, anchor_hash: NO_HASH })
    .onConflict((row) => row.column('tenant_id').doUpdateSet({ number, hash }))
    .execute();
}
