/** Entries of the audit log, as the operations of the store make them. */
import type { AuditAction } from '../../../../contract/audit-actions.ts';
import type { TenantId } from '../../../../contract/brands.ts';
import type { NewAuditEntry } from '../../audit-store.ts';
import { SHARED_OWNER } from '../../learning-store.ts';
import { OPERATOR_OWNER } from '../../scopes.ts';

export type Target = readonly [kind: string, id: string];

export function auditEntry(
  owner: TenantId,
  action: AuditAction,
  target: Target | null,
  details: NewAuditEntry['details'] = {},
): NewAuditEntry {
  const named = target === null ? null : { kind: target[0], id: target[1] };
  // The tiers that all tenants share belong to none.
  const tenantId = owner === SHARED_OWNER ? OPERATOR_OWNER : owner;
  return { tenantId, action, target: named, person: null, details, result: 'done' };
}

export const when = (isDone: boolean, ...entries: readonly NewAuditEntry[]) => (isDone ? entries : []);
