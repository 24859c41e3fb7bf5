/** Attempts and replays of deliveries, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { TEST_EVENT } from '../../../../contract/webhook.ts';
import {
  type AttemptEnd,
  type DeliveryAttempt,
  MAX_ATTEMPTS_KEPT,
  type ReplayResult,
} from '../../webhook-store.ts';
import type { Tables } from '../tables.generated.ts';
import { createDeliveryJob, startDelivery, writeEvent } from './announce.ts';
import { changeWebhook } from './change-webhooks.ts';
import { forgetErasedName } from './erase-from-outbox.ts';

/** Runs with the end of the delivery's job. A delivery that has ended meanwhile stays as it is. */
export async function recordAttempt(
  db: Kysely<Tables>,
  tenant: TenantId,
  deliveryId: string,
  { attempt, status, nextAttemptAt, disables, at }: AttemptEnd,
): Promise<void> {
  const delivery = await findRow(db, tenant, deliveryId);
  if (delivery?.status !== 'pending') return;
  const earlier = JSON.parse(delivery.attempts) as readonly DeliveryAttempt[];
  const attempts = [...earlier, ...(attempt === null ? [] : [attempt])].slice(-MAX_ATTEMPTS_KEPT);
  await db
    .updateTable('webhook_deliveries')
    .set({
      attempts: JSON.stringify(attempts),
      status,
      next_attempt_at: nextAttemptAt,
      finished_at: status === 'pending' ? null : at,
    })
    .where('tenant_id', '=', tenant)
    .where('delivery_id', '=', deliveryId)
    .execute();
  if (disables !== undefined)
    await changeWebhook(db, tenant, delivery.webhook_id, { disabled: { at, because: disables } });
  if (status !== 'pending') await forgetErasedName(db, tenant, delivery.event_id);
}

const findRow = (db: Kysely<Tables>, tenant: TenantId, deliveryId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'event_id', 'status', 'attempts'])
    .where('tenant_id', '=', tenant)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();

export async function replayDelivery(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
  deliveryId: string,
  at: string,
): Promise<ReplayResult> {
  const delivery = await findRow(db, tenant, deliveryId);
  if (delivery?.webhook_id !== webhookId) return 'unknown';
  if (delivery.status === 'pending') return 'pending';
  if (!(await isEnabled(db, tenant, webhookId))) return 'disabled';
  const event = await db
    .selectFrom('outbox_events')
    .select('data')
    .where('tenant_id', '=', tenant)
    .where('event_id', '=', delivery.event_id)
    .executeTakeFirst();
  if (event?.data == null) return 'forgotten';
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', next_attempt_at: at, finished_at: null })
    .where('tenant_id', '=', tenant)
    .where('delivery_id', '=', deliveryId)
    .execute();
  await createDeliveryJob(db, tenant, deliveryId, at);
  return 'queued';
}

/** null where there is no such webhook, or it is disabled. */
export async function testWebhook(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
  at: string,
): Promise<string | null> {
  if (!(await isEnabled(db, tenant, webhookId))) return null;
  const data = { webhook_id: webhookId };
  const eventId = await writeEvent(db, { tenantId: tenant, type: TEST_EVENT, at, data });
  return startDelivery(db, tenant, webhookId, eventId!, at);
}

async function isEnabled(db: Kysely<Tables>, tenant: TenantId, webhookId: string): Promise<boolean> {
  const webhook = await db
    .selectFrom('webhooks')
    .select('disabled_at')
    .where('tenant_id', '=', tenant)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return webhook !== undefined && webhook.disabled_at === null;
}
