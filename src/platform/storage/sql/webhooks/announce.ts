/**
 * Writes what has happened into the outbox, in the transaction of the change: the event, and for each webhook
 * that takes it a delivery with its job. Nothing is written where no webhook takes it.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { newId } from '../../../../contract/new-id.ts';
import type { SentEventType } from '../../../../contract/webhook.ts';
import { DELIVERY_JOB, type NewEvent } from '../../webhook-store.ts';
import { encodeNewJob } from '../jobs/job-codec.ts';
import type { Tables } from '../tables.generated.ts';

export async function announce(db: Kysely<Tables>, event: NewEvent): Promise<void> {
  const takers = await takersOf(db, event.tenantId, event.type);
  if (takers.length === 0) return;
  const eventId = await writeEvent(db, event, event.key);
  if (eventId === null) return;
  for (const webhookId of takers) await startDelivery(db, event.tenantId, webhookId, eventId, event.at);
}

/** The enabled webhooks that take events of the type. Reads the few webhooks of the tenant. */
export async function takersOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  type: SentEventType,
): Promise<readonly string[]> {
  const enabled = await db
    .selectFrom('webhooks')
    .select(['webhook_id', 'events'])
    .where('tenant_id', '=', tenant)
    .where('disabled_at', 'is', null)
    .orderBy('webhook_id')
    .execute();
  return enabled
    .filter(({ events }) => events === null || (JSON.parse(events) as readonly string[]).includes(type))
    .map((webhook) => webhook.webhook_id);
}

/** The id of the event; null where there is one of the key already. */
export async function writeEvent(
  db: Kysely<Tables>,
  {
    tenantId,
    type,
    at,
    data,
    domain,
    people = [],
  }: Omit<NewEvent, 'type'> & { readonly type: SentEventType },
  key?: string,
): Promise<string | null> {
  const eventId = key === undefined ? newId('evt', Date.parse(at)) : `evt_${hashOf(`${type} ${key}`)}`;
  const written = await db
    .insertInto('outbox_events')
    .values({
      tenant_id: tenantId,
      event_id: eventId,
      type,
      at,
      domain: domain ?? null,
      person_id: people[0] ?? null,
      other_id: people[1] ?? null,
      data: JSON.stringify(data),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return written?.event_id ?? null;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 26);

/** The id of the delivery. */
export async function startDelivery(
  db: Kysely<Tables>,
  tenant: TenantId,
  webhookId: string,
  eventId: string,
  at: string,
): Promise<string> {
  const deliveryId = newId('whd', Date.parse(at));
  await db
    .insertInto('webhook_deliveries')
    .values({
      tenant_id: tenant,
      delivery_id: deliveryId,
      webhook_id: webhookId,
      event_id: eventId,
      status: 'pending',
      attempts: '[]',
      next_attempt_at: at,
      created_at: at,
      finished_at: null,
    })
    .execute();
  await createDeliveryJob(db, tenant, deliveryId, at);
  return deliveryId;
}

/** The job that makes the attempts, for a day from `at`. */
export async function createDeliveryJob(
  db: Kysely<Tables>,
  tenant: TenantId,
  deliveryId: string,
  at: string,
): Promise<void> {
  const job = encodeNewJob({
    jobId: newId('job', Date.parse(at)),
    tenantId: tenant,
    kind: DELIVERY_JOB,
    resource: { type: 'webhook_delivery', id: deliveryId },
    userId: null,
    uniqueKey: null,
    input: null,
    runAfterMs: Date.parse(at),
    keep: false,
    createdAt: at,
  });
  await db.insertInto('jobs').values(job).execute();
}
