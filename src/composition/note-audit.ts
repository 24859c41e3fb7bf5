/** Part of the composition root: entries of the audit log about the store as a whole. */
import type { AuditAction } from '../contract/audit-actions.ts';
import type { AuditStore } from '../platform/storage/audit-store.ts';
import { OPERATOR_OWNER, type Store } from '../platform/storage/store.ts';

/** Opens the store for one entry. `details` name no place: an address may hold a password. */
export async function noteInAudit(
  open: () => Promise<Pick<Store, 'close'> & { readonly audit: Pick<AuditStore, 'note'> }>,
  action: AuditAction,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const store = await open();
  try {
    const about = { tenantId: OPERATOR_OWNER, target: null, person: null, result: 'done' } as const;
    await store.audit.note({ ...about, action, details });
  } finally {
    await store.close();
  }
}
