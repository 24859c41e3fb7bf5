/** The mapping of the messages of POST /track, /identify and /batch by workspace, and the last refused messages. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const ingestMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('message_mappings')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('mapping', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('message_mappings_key', ['tenant_id'])
      .execute();
    await db.schema
      .createTable('message_rejects')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('reject_id', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text')
      .addColumn('type', 'text')
      .addColumn('event', 'text')
      .addColumn('user_id', 'text')
      .addColumn('other_id', 'text')
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('message_rejects_key', ['tenant_id', 'reject_id'])
      .execute();
    for (const column of ['user_id', 'other_id'])
      await db.schema
        .createIndex(`message_rejects_by_${column}`)
        .on('message_rejects')
        .columns(['tenant_id', column])
        .execute();
  },
};
