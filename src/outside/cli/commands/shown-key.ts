import { type ApiKey, OPERATOR_OWNER } from '../../../platform/storage/store.ts';

/** A key as `--json` shows it. `tenant_id` is null for a key of the operator. */
export function shownKey(key: ApiKey) {
  return {
    id: key.keyId,
    tenant_id: key.tenantId === OPERATOR_OWNER ? null : key.tenantId,
    name: key.name,
    scopes: key.scopes,
    rate: key.rate,
    burst: key.burst,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.usedAt,
  };
}
