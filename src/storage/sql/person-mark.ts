/**
 * How the audit log names a person: a keyed hash of tenant and id. The log alone does not tell which person it was; with the
 * id and the store, its entries are found. So an erasure leaves no id in the log.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import { findSecret, keepSecret } from './secrets.ts';
import type { Tables } from './tables.ts';

export const MARK_SECRET = 'audit-people';
const SECRET_BYTES = 32;

/** Creates the secret where it is missing, so it runs in the caller's transaction. */
export async function personMark(db: Kysely<Tables>, tenant: TenantId, userId: string): Promise<string> {
  const secret =
    (await findSecret(db, MARK_SECRET)) ?? (await keepSecret(db, MARK_SECRET, randomBytes(SECRET_BYTES)));
  return markOf(secret, tenant, userId);
}

/** HMAC-SHA-256, hex. */
export function markOf(secret: Uint8Array, tenant: TenantId, userId: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([tenant, userId]))
    .digest('hex');
}
