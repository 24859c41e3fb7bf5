/**
 * People erased since a job began whose file may name them: an export of a dataset, a batch of predictions.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const fileErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('file_erasures')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('file_erasures_key', ['tenant_id', 'job_id', 'person_id'])
      .execute();
    // An erasure reads these jobs alone, as `sql/people/file-erasures.ts` names them.
    await sql`create index jobs_with_people_files on jobs (tenant_id, job_id)
      where kind in ('dataset_export', 'batch_prediction')`.execute(db);
  },
};
