/** Sessions whose events are a person's, and the session of each event that waits for a version. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sessionMerges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('session_merges')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('merged_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_merges_key', ['tenant_id', 'name', 'session_id'])
      .execute();
    await db.schema
      .createIndex('session_merges_of_person')
      .on('session_merges')
      .columns(['tenant_id', 'person_id', 'name'])
      .execute();
    await db.schema.alterTable('appended_rows').addColumn('session_id', 'text').execute();
    await db.schema
      .createIndex('appended_rows_of_session')
      .on('appended_rows')
      .columns(['tenant_id', 'session_id'])
      .where(sql.ref('session_id'), 'is not', null)
      .execute();
  },
};
