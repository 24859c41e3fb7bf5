/** Removes the oldest entries of the audit log, and moves the anchors of the chains, in the caller's transaction. */
import type { Kysely } from 'kysely';
import { tenantId } from '../../contract/brands.ts';
import { serviceActing } from '../acting.ts';
import { appendAudit } from './append-audit.ts';
import { entry } from './audited/audited-change.ts';
import type { AuditChainTable, Tables } from './tables.ts';

export async function forgetAudit(db: Kysely<Tables>, before: string, limit: number): Promise<number> {
  const chains = await db.selectFrom('audit_chains').selectAll().orderBy('tenant_id').execute();
  let forgotten = 0;
  for (const chain of chains) forgotten += await forgetOf(db, chain, before, limit);
  return forgotten;
}

/** Only from the beginning of the chain on: an entry in the middle stays, whatever its time says. */
async function forgetOf(
  db: Kysely<Tables>,
  { tenant_id: tenant, anchor_number }: AuditChainTable,
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
    removed: Number(last.number) - Number(anchor_number),
    up_to: Number(last.number),
    hash: last.hash,
  };
  await appendAudit(db, serviceActing('forget_audit'), [entry(tenantId(tenant), 'audit.purge', null, purge)]);
  return purge.removed;
}
