/**
 * Erases a person from events that wait, or are kept for a replay. The event that tells of the erasure itself
 * names the person until its deliveries have ended (`forgetErasedName`).
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';

/** With a domain, only events about it. Their jobs find no delivery, and end. */
export async function eraseFromOutbox(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  // One statement a column: with several columns at once SQLite would read all rows of the tenant.
  for (const column of ['person_id', 'other_id'] as const) {
    const erased = await db
      .deleteFrom('outbox_events')
      .where('tenant_id', '=', tenant)
      .where(column, '=', userId)
      .$if(domain !== null, (query) => query.where('domain', '=', domain!))
      .returning('event_id')
      .execute();
    for (const { event_id } of erased) {
      await db
        .deleteFrom('webhook_deliveries')
        .where('tenant_id', '=', tenant)
        .where('event_id', '=', event_id)
        .execute();
    }
  }
}

/** Empties the event of an erasure once none of its deliveries waits. */
export async function forgetErasedName(db: Kysely<Tables>, tenant: string, eventId: string): Promise<void> {
  await db
    .updateTable('outbox_events')
    .set({ data: null })
    .where('tenant_id', '=', tenant)
    .where('event_id', '=', eventId)
    .where('type', '=', 'person.erased')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('delivery_id')
            .where('tenant_id', '=', tenant)
            .where('event_id', '=', eventId)
            .where('status', '=', 'pending'),
        ),
      ),
    )
    .execute();
}
