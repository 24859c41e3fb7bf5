/** Reads webhooks and deliveries. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { Delivery, Webhook, WebhookStore } from '../../webhook-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function webhookStore({ db, readers, write }: SqlStoreParts): WebhookStore {
  return {
    create: (webhook) => write('createWebhook', webhook),
    async get(tenant, webhookId) {
      const found = await webhooksOf(db, tenant).where('webhook_id', '=', webhookId).executeTakeFirst();
      return found === undefined ? null : decodeWebhook(found);
    },
    list: async (tenant) => (await webhooksOf(db, tenant).execute()).map(decodeWebhook),
    change: (tenant, webhookId, change) => write('changeWebhook', tenant, webhookId, change),
    rotate: (tenant, webhookId, secret, untilMs) =>
      write('rotateWebhook', tenant, webhookId, secret, untilMs),
    remove: (tenant, webhookId) => write('removeWebhook', tenant, webhookId),
    announce: (event) => write('announce', event),
    test: (tenant, webhookId, at) => write('testWebhook', tenant, webhookId, at),
    async deliveries(tenant, webhookId, { before, limit, status }) {
      const found = await deliveriesOf(readers, tenant)
        .where('webhook_id', '=', webhookId)
        .$if(before !== null, (query) => query.where('delivery_id', '<', before!))
        .$if(status !== undefined, (query) => query.where('status', '=', status!))
        .orderBy('delivery_id', 'desc')
        .limit(limit)
        .execute();
      return found.map(decodeDelivery);
    },
    async delivery(tenant, deliveryId) {
      const found = await deliveriesOf(db, tenant).where('delivery_id', '=', deliveryId).executeTakeFirst();
      return found === undefined ? null : decodeDelivery(found);
    },
    replay: (tenant, webhookId, deliveryId, at) => write('replayDelivery', tenant, webhookId, deliveryId, at),
    counts: () => countDeliveries(readers),
    forget: (before, limit) => write('forgetDeliveries', before, limit),
  };
}

/** By id, which grows with time. */
const webhooksOf = (db: Kysely<Tables>, tenant: TenantId) =>
  db.selectFrom('webhooks').selectAll().where('tenant_id', '=', tenant).orderBy('webhook_id');

function decodeWebhook(row: Tables['webhooks']): Webhook {
  return {
    tenantId: tenantId(row.tenant_id),
    webhookId: row.webhook_id,
    url: row.url,
    description: row.description,
    events: row.events === null ? null : JSON.parse(row.events),
    secret: row.secret,
    earlierSecret:
      row.earlier_secret === null
        ? null
        : { secret: row.earlier_secret, untilMs: Number(row.earlier_until_ms) },
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because,
    createdAt: row.created_at,
  };
}

const deliveriesOf = (db: Kysely<Tables>, tenant: TenantId) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('outbox_events', (join) =>
      join
        .onRef('outbox_events.tenant_id', '=', 'webhook_deliveries.tenant_id')
        .onRef('outbox_events.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .selectAll('webhook_deliveries')
    .select(['outbox_events.type', 'outbox_events.at', 'outbox_events.data'])
    .where('webhook_deliveries.tenant_id', '=', tenant);

type JoinedRow = Tables['webhook_deliveries'] & Pick<Tables['outbox_events'], 'type' | 'at' | 'data'>;

function decodeDelivery(row: JoinedRow): Delivery {
  return {
    tenantId: tenantId(row.tenant_id),
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    event: {
      eventId: row.event_id,
      type: row.type,
      at: row.at,
      data: row.data === null ? null : JSON.parse(row.data),
    },
    status: row.status,
    attempts: JSON.parse(row.attempts),
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

async function countDeliveries(db: Kysely<Tables>): ReturnType<WebhookStore['counts']> {
  const counted = await db
    .selectFrom('webhook_deliveries')
    .select(['status', (eb) => eb.fn.countAll().as('count')])
    .where('status', 'in', ['pending', 'failed'])
    .groupBy('status')
    .execute();
  const none = { pending: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(counted.map(({ status, count }) => [status, Number(count)])) };
}
