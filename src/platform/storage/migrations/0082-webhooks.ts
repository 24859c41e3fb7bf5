/**
 * Events out: the addresses that a tenant named, the events that were announced in the transaction of their
 * change, and the delivery of each event to each address.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('webhooks')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('webhook_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('events', 'text')
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('earlier_secret', 'text')
      .addColumn('earlier_until_ms', 'bigint')
      .addColumn('disabled_at', 'text')
      .addColumn('disabled_because', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhooks_key', ['tenant_id', 'webhook_id'])
      .execute();
    await db.schema
      .createTable('outbox_events')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('domain', 'text')
      .addColumn('person_id', 'text')
      .addColumn('other_id', 'text')
      .addColumn('data', 'text')
      .addPrimaryKeyConstraint('outbox_events_key', ['tenant_id', 'event_id'])
      .execute();
    await db.schema
      .createIndex('outbox_events_of_person')
      .on('outbox_events')
      .columns(['tenant_id', 'person_id'])
      .execute();
    await db.schema
      .createIndex('outbox_events_of_other')
      .on('outbox_events')
      .columns(['tenant_id', 'other_id'])
      .execute();
    await createDeliveries(db);
  },
};

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['tenant_id', 'delivery_id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_of_webhook')
    .on('webhook_deliveries')
    .columns(['tenant_id', 'webhook_id', 'delivery_id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_of_event')
    .on('webhook_deliveries')
    .columns(['tenant_id', 'event_id'])
    .execute();
  // Counted for the metrics, and forgotten by age.
  await db.schema
    .createIndex('webhook_deliveries_by_status')
    .on('webhook_deliveries')
    .columns(['status', 'finished_at'])
    .execute();
}
