/** Writes the checkpoints of connectors, in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ConnectorCheckpoint } from '../../connector-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function findConnector(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
): Promise<ConnectorCheckpoint | null> {
  const found = await db
    .selectFrom('connectors')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst();
  return found === undefined ? null : decodeConnector(found);
}

export function decodeConnector(row: Tables['connectors']): ConnectorCheckpoint {
  return {
    tenantId: tenantId(row.tenant_id),
    name: row.name,
    source: row.source,
    owner: row.owner,
    position: row.position === null ? null : JSON.parse(row.position),
    stored: Number(row.stored),
    rejected: Number(row.rejected),
    rejectsBytes: Number(row.rejects_bytes),
    lag: row.lag === null ? null : Number(row.lag),
    checkedAtMs: Number(row.checked_at_ms),
  };
}

export async function takeConnector(
  db: Kysely<Tables>,
  begun: Pick<ConnectorCheckpoint, 'tenantId' | 'name' | 'source' | 'owner' | 'checkedAtMs'>,
): Promise<ConnectorCheckpoint> {
  const { tenantId: tenant, name, source, owner, checkedAtMs } = begun;
  await db
    .insertInto('connectors')
    .values({
      ...{ tenant_id: tenant, name, source, owner, position: null },
      ...{ stored: 0, rejected: 0, rejects_bytes: 0, lag: null, checked_at_ms: checkedAtMs },
    })
    .onConflict((row) =>
      row.columns(['tenant_id', 'name']).doUpdateSet({ source, owner, checked_at_ms: checkedAtMs }),
    )
    .execute();
  return (await findConnector(db, tenant, name))!;
}

/** False: another process has taken the connector over. */
export async function saveConnector(
  db: Kysely<Tables>,
  checkpoint: ConnectorCheckpoint,
  route: string,
): Promise<boolean> {
  const { tenantId: tenant, name, owner, position, stored, rejected, lag } = checkpoint;
  const saved = await db
    .updateTable('connectors')
    .set({
      position: JSON.stringify(position),
      ...{ stored, rejected, lag },
      rejects_bytes: checkpoint.rejectsBytes,
      checked_at_ms: checkpoint.checkedAtMs,
    })
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('owner', '=', owner)
    .returning('name')
    .execute();
  if (saved.length === 0) return false;
  await db
    .deleteFrom('idempotency_keys')
    .where('tenant_id', '=', tenant)
    .where('route', '=', route)
    .execute();
  return true;
}

export async function removeConnector(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('connectors')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .returning('name')
    .execute();
  return removed.length > 0;
}
