/**
 * The mark by which logs name a person: a keyed hash of tenant and id. A log alone does not tell who it was.
 * With the id and the store, its entries are found. So an erasure leaves no id in the audit log, in the log
 * of erasures, or in blocks.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { findSecret } from '../secrets.ts';
import type { Tables } from '../tables.generated.ts';

/** Made by migration 0077 where it was missing. */
export async function markSecret(db: Kysely<Tables>): Promise<Uint8Array> {
  return (await findSecret(db, 'audit-people'))!;
}

export async function personMark(db: Kysely<Tables>, tenant: TenantId, userId: string): Promise<string> {
  return markOf(await markSecret(db), tenant, userId);
}

/** HMAC-SHA-256, hex. */
export function markOf(secret: Uint8Array, tenant: TenantId, userId: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([tenant, userId]))
    .digest('hex');
}

/** Tells two secrets apart, and gives neither away; 16 hex digits. */
export const fingerprintOf = (secret: Uint8Array) =>
  createHash('sha256').update('fingerprint').update(secret).digest('hex').slice(0, 16);
