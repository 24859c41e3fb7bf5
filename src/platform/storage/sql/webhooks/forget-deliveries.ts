/** Forgets deliveries that ended long ago, and events without a delivery, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.generated.ts';

type EndedDelivery = Pick<Tables['webhook_deliveries'], 'tenant_id' | 'event_id'>;

/** Returns how many were forgotten, at most `limit`. */
export async function forgetDeliveries(db: Kysely<Tables>, before: string, limit: number): Promise<number> {
  const ended = await db
    .selectFrom('webhook_deliveries')
    .select(['tenant_id', 'delivery_id', 'event_id'])
    .where('status', 'in', ['delivered', 'failed'])
    .where('finished_at', '<', before)
    .limit(limit)
    .execute();
  for (const delivery of ended) {
    await db
      .deleteFrom('webhook_deliveries')
      .where('tenant_id', '=', delivery.tenant_id)
      .where('delivery_id', '=', delivery.delivery_id)
      .execute();
    await forgetUndelivered(db, delivery);
  }
  return ended.length;
}

/** Removes the event unless a delivery of it is left. */
export async function forgetUndelivered(
  db: Kysely<Tables>,
  { tenant_id, event_id }: EndedDelivery,
): Promise<void> {
  await db
    .deleteFrom('outbox_events')
    .where('tenant_id', '=', tenant_id)
    .where('event_id', '=', event_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('delivery_id')
            .where('tenant_id', '=', tenant_id)
            .where('event_id', '=', event_id),
        ),
      ),
    )
    .execute();
}
