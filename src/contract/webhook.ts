/** Wire shapes of webhooks: where the service tells what has happened, by a call or in a topic of Kafka. */
import { z } from 'zod';
import { ListQuery, listOf, ResourceId } from './lists.ts';

/** The events of a workspace, each named for what has happened. */
export const webhookEventTypes = [
  'training.deployed',
  'training.rejected',
  'match.mutual',
  'job.finished',
  'dataset.version',
  'drift.alert',
  'person.erased',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Sent on request alone, to every webhook that it is asked for. */
export const TEST_EVENT = 'webhook.test';
export type SentEventType = WebhookEventType | typeof TEST_EVENT;

const MAX_URL = 2048;
const MAX_DESCRIPTION = 500;
const EventTypes = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(webhookEventTypes.length)
  .refine((types) => new Set(types).size === types.length, 'must name each event once');
const Url = z.string().min(1).max(MAX_URL);
const Description = z.string().min(1).max(MAX_DESCRIPTION);

export const CreateWebhookRequest = z
  .strictObject({
    url: Url.describe(
      'Where events are posted: `https://`, at a public address, or at a host that the operator allow-listed for the workspace. Or a topic of Kafka that they are written into: `kafka://HOST:PORT/TOPIC`, `kafkas://` for TLS, several `HOST:PORT` with commas between them; the operator must have allow-listed every broker.',
    ),
    events: EventTypes.nullish().describe('The events that are sent. Left out or null: all, later ones too.'),
    description: Description.nullish().describe('For people.'),
  })
  .meta({ id: 'CreateWebhookRequest' });
export type CreateWebhookRequest = z.output<typeof CreateWebhookRequest>;

export const ChangeWebhookRequest = z
  .strictObject({
    url: Url,
    events: EventTypes.nullable().describe('null: all.'),
    description: Description.nullable(),
    enabled: z
      .boolean()
      .describe(
        'false: nothing is announced to it any more, and deliveries that wait fail. true: events from now on are sent.',
      ),
  })
  .partial()
  .meta({ id: 'ChangeWebhookRequest' });
export type ChangeWebhookRequest = z.output<typeof ChangeWebhookRequest>;

export const WebhookFields = z
  .object({
    id: z.string().describe('`wh_…`'),
    url: z.string(),
    events: z.array(z.enum(webhookEventTypes)).nullable().describe('null: all.'),
    description: z.string().nullable(),
    enabled: z.boolean(),
    disabled_at: z.string().nullable(),
    disabled_because: z
      .string()
      .nullable()
      .describe('In words: by request, or by an answer with status 410.'),
    earlier_secret_until: z
      .string()
      .nullable()
      .describe('After a rotation: until when the earlier secret signs, too.'),
    created_at: z.string(),
  })
  .meta({ id: 'WebhookFields' });
export type WebhookFields = z.output<typeof WebhookFields>;

export const Webhook = WebhookFields.extend({ request_id: z.string() }).meta({ id: 'Webhook' });
const Secret = z
  .string()
  .describe('`whsec_…`: signs the deliveries. Shown in this answer alone; it cannot be read again.');
export const WebhookWithSecret = Webhook.extend({ secret: Secret }).meta({ id: 'WebhookWithSecret' });
export const WebhookList = z
  .object({ data: z.array(WebhookFields), request_id: z.string() })
  .meta({ id: 'WebhookList' });
export const RemovedWebhook = z
  .object({ id: z.string(), removed: z.literal(true), request_id: z.string() })
  .meta({ id: 'RemovedWebhook' });

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const Attempt = z.object({
  at: z.string(),
  status: z
    .int()
    .nullable()
    .describe('HTTP status of the answer; null: there was none, as from a topic of Kafka.'),
  error: z.string().nullable().describe('Why it counts as failed; null: it was taken.'),
  duration_ms: z.number(),
});

export const WebhookDeliveryFields = z
  .object({
    id: z.string().describe('`whd_…`'),
    webhook_id: z.string(),
    event_id: z.string().describe('`evt_…`: the header `webhook-id` of every attempt.'),
    type: z.enum([...webhookEventTypes, TEST_EVENT]),
    status: z
      .enum(deliveryStatuses)
      .describe('`pending`: not taken yet, tried again. `failed`: given up after a day, or switched off.'),
    attempts: z.array(Attempt).describe('The last 30, oldest first.'),
    next_attempt_at: z.string().nullable(),
    payload: z
      .object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) })
      .nullable()
      .describe('The body that is sent. null: it named an erased person, and is not kept.'),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveryFields' });
export type WebhookDeliveryFields = z.output<typeof WebhookDeliveryFields>;

export const WebhookDelivery = WebhookDeliveryFields.extend({ request_id: z.string() }).meta({
  id: 'WebhookDelivery',
});
export const WebhookDeliveryList = listOf(WebhookDeliveryFields).meta({ id: 'WebhookDeliveryList' });
export const WebhookDeliveryQuery = ListQuery.extend({
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries of this status.').meta({
    example: 'failed',
  }),
});

export const WebhookPath = z.strictObject({
  webhook_id: ResourceId.describe('The `id` of the webhook.').meta({
    example: 'wh_01jx8m9y3n6v4k2q7w5t1r8p0z',
  }),
});
export const WebhookDeliveryPath = WebhookPath.extend({
  delivery_id: ResourceId.describe('The `id` of the delivery.').meta({
    example: 'whd_01jx8m9y3n6v4k2q7w5t1r8p0z',
  }),
});
