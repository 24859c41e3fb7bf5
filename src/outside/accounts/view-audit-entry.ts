/** An entry of the audit log as the API, the command line and exports show it. */
import type { AuditEntryFields } from '../../contract/audit.ts';
import type { AuditEntry } from '../../platform/storage/audit-store.ts';
import { OPERATOR_OWNER } from '../../platform/storage/store.ts';

/** `nameOf`: the name of a tenant. */
export async function viewAuditEntry(
  entry: AuditEntry,
  nameOf: (tenant: string) => Promise<string | null>,
): Promise<AuditEntryFields> {
  const tenant = entry.tenantId === OPERATOR_OWNER ? null : entry.tenantId;
  return {
    id: entry.entryId,
    tenant_id: tenant,
    tenant_name: tenant === null ? null : await nameOf(tenant),
    number: entry.number,
    at: entry.at,
    action: entry.action,
    actor: entry.actor,
    address: entry.address,
    request_id: entry.requestId,
    target: entry.target,
    person: entry.person,
    details: entry.details,
    result: entry.result,
    hash: entry.hash,
  };
}
