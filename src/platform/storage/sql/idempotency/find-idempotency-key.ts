/** Reads an idempotency key without claiming it. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { KnownKey } from '../../idempotency-store.ts';
import type { Tables } from '../tables.generated.ts';
import { knownKey } from './answered-keys.ts';

/** null: unused or expired. */
export async function findIdempotencyKey(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  key: string,
  nowMs: number,
): Promise<KnownKey | null> {
  const found = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
  return found === undefined ? null : knownKey(found);
}
