/** Removes the oldest entries of an owner, and moves the anchor of the chain, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { serviceActing } from '../../acting.ts';
import type { Tables } from '../tables.generated.ts';
import { appendAudit } from './append-audit.ts';
import { auditEntry } from './audit-entry.ts';

/** Only from the beginning of the chain on: an entry in the middle stays, whatever its time says. */
export async function forgetAudit(
  db: Kysely<Tables>,
  tenant: TenantId,
  before: string,
  limit: number,
): Promise<number> {
  const oldest = await db
    .selectFrom('audit_entries')
    .select(['number', 'at', 'hash'])
    .where('tenant_id', '=', tenant)
    .orderBy('number')
    .limit(limit)
    .execute();
  const kept = oldest.findIndex(({ at }) => at >= before);
  const last = (kept === -1 ? oldest : oldest.slice(0, kept)).at(-1);
  if (last === undefined) return 0;
  await db
    .updateTable('audit_chains')
    .set({ anchor_number: last.number, anchor_hash: last.hash })
    .where('tenant_id', '=', tenant)
    .execute();
  await db
    .deleteFrom('audit_entries')
    .where('tenant_id', '=', tenant)
    .where('number', '<=', last.number)
    .execute();
  const purge = {
    removed: oldest.indexOf(last) + 1,
    up_to: Number(last.number),
    hash: last.hash,
  };
  await appendAudit(db, serviceActing('forget_audit'), [auditEntry(tenant, 'audit.purge', null, purge)]);
  return purge.removed;
}
