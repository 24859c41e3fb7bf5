/** Writes what messages mean to workspaces, and the refused ones. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { KEPT_REJECTS, type MessageReject, type StoredMessageMapping } from '../../message-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function putMessageMapping(
  db: Kysely<Tables>,
  tenant: TenantId,
  { mapping, changedAt }: StoredMessageMapping,
): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), changed_at: changedAt };
  await db
    .insertInto('message_mappings')
    .values({ tenant_id: tenant, ...values })
    .onConflict((row) => row.column('tenant_id').doUpdateSet(values))
    .execute();
}

export async function addMessageRejects(
  db: Kysely<Tables>,
  tenant: TenantId,
  rejects: readonly MessageReject[],
): Promise<void> {
  await db
    .insertInto('message_rejects')
    .values(
      rejects.slice(-KEPT_REJECTS).map((reject) => ({
        tenant_id: tenant,
        reject_id: reject.rejectId,
        at: reject.at,
        message_id: reject.messageId,
        type: reject.type,
        event: reject.event,
        user_id: reject.userId,
        other_id: reject.otherId,
        code: reject.code,
        message: reject.message,
      })),
    )
    .execute();
  const oldest = await db
    .selectFrom('message_rejects')
    .select('reject_id')
    .where('tenant_id', '=', tenant)
    .orderBy('reject_id', 'desc')
    .offset(KEPT_REJECTS - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('message_rejects')
    .where('tenant_id', '=', tenant)
    .where('reject_id', '<', oldest.reject_id)
    .execute();
}

/** Refused messages that name the person, whatever the domain. */
export async function eraseRejects(db: Kysely<Tables>, tenant: TenantId, userId: string): Promise<void> {
  for (const column of ['user_id', 'other_id'] as const)
    await db
      .deleteFrom('message_rejects')
      .where('tenant_id', '=', tenant)
      .where(column, '=', userId)
      .execute();
}
