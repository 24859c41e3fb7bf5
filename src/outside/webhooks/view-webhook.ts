/** The forms in which callers read webhooks and deliveries. Secrets are never in them. */
import type { WebhookDeliveryFields, WebhookFields } from '../../contract/webhook.ts';
import type { Delivery, Webhook } from '../../platform/storage/webhook-store.ts';
import { payloadOf } from './payload.ts';

export function viewWebhook(webhook: Webhook, nowMs: number): WebhookFields {
  const { earlierSecret, events } = webhook;
  return {
    id: webhook.webhookId,
    url: webhook.url,
    events: events === null ? null : [...events],
    description: webhook.description,
    enabled: webhook.disabledAt === null,
    disabled_at: webhook.disabledAt,
    disabled_because: webhook.disabledBecause,
    earlier_secret_until:
      earlierSecret === null || earlierSecret.untilMs <= nowMs
        ? null
        : new Date(earlierSecret.untilMs).toISOString(),
    created_at: webhook.createdAt,
  };
}

export function viewDelivery(delivery: Delivery): WebhookDeliveryFields {
  const { event } = delivery;
  return {
    id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    event_id: event.eventId,
    type: event.type,
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, status, error, ms }) => ({ at, status, error, duration_ms: ms })),
    next_attempt_at: delivery.nextAttemptAt,
    payload: event.data === null ? null : { ...payloadOf(event), data: { ...event.data } },
    created_at: delivery.createdAt,
    finished_at: delivery.finishedAt,
  };
}
