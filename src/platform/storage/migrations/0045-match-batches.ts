/**
 * Batches of matches whose files may name people, and people who were erased meanwhile. Such batches are
 * under way, or their file may still be downloaded.
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
