/**
 * Batches of matches whose files may name people: those under way, and those whose file may still be downloaded; and
 * people who were erased meanwhile.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const matchBatches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('match_batches')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('match_batches_key', ['tenant_id', 'job_id'])
      .execute();
    await db.schema
      .createTable('match_batch_erasures')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('match_batch_erasures_key', ['tenant_id', 'job_id', 'person_id'])
      .execute();
  },
};
