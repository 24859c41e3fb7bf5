/** Webhooks: made, changed, rotated and removed, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { MAX_WEBHOOKS, type Webhook, type WebhookChange } from '../../webhook-store.ts';
import type { Tables } from '../tables.generated.ts';
import { forgetErasedName } from './erase-from-outbox.ts';
import { forgetUndelivered } from './forget-deliveries.ts';

export async function createWebhook(db: Kysely<Tables>, webhook: Webhook): Promise<boolean> {
  const { tenantId: tenant, earlierSecret } = webhook;
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('tenant_id', '=', tenant)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WEBHOOKS) return false;
  await db
    .insertInto('webhooks')
    .values({
      tenant_id: tenant,
      webhook_id: webhook.webhookId,
      url: webhook.url,
      description: webhook.description,
      events: webhook.events === null ? null : JSON.stringify(webhook.events),
      secret: webhook.secret,
      earlier_secret: earlierSecret?.secret ?? null,
      earlier_until_ms: earlierSecret?.untilMs ?? null,
      disabled_at: webhook.disabledAt,
      disabled_because: webhook.disabledBecause,
      created_at: webhook.createdAt,
    })
    .execute();
  return true;
}

/** Disabled, its deliveries that wait fail. */
export async function changeWebhook(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
  { url, description, events, disabled }: WebhookChange,
): Promise<boolean> {
  const changed = await db
    .updateTable('webhooks')
    .set({
      // The key itself: a change without values is no statement.
      webhook_id: webhookId,
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: events === null ? null : JSON.stringify(events) }),
      ...(disabled !== undefined && {
        disabled_at: disabled?.at ?? null,
        disabled_because: disabled?.because ?? null,
      }),
    })
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .returning('webhook_id')
    .execute();
  if (changed.length > 0 && disabled != null) await failPending(db, tenant, webhookId, disabled.at);
  return changed.length > 0;
}

async function failPending(db: Kysely<Tables>, tenant: string, webhookId: string, at: string): Promise<void> {
  const failed = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, finished_at: at })
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .returning('event_id')
    .execute();
  for (const { event_id } of failed) await forgetErasedName(db, tenant, event_id);
}

export async function rotateWebhook(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
  secret: string,
  earlierUntilMs: number,
): Promise<boolean> {
  const rotated = await db
    .updateTable('webhooks')
    .set((eb) => ({ earlier_secret: eb.ref('secret'), earlier_until_ms: earlierUntilMs, secret }))
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .returning('webhook_id')
    .execute();
  return rotated.length > 0;
}

/** With its deliveries, and the events that no other delivery is of. */
export async function removeWebhook(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('webhooks')
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .returning('webhook_id')
    .execute();
  const deliveries = await db
    .deleteFrom('webhook_deliveries')
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .returning(['tenant_id', 'event_id'])
    .execute();
  for (const delivery of deliveries) await forgetUndelivered(db, delivery);
  return removed.length > 0;
}
