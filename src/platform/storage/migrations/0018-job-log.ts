/** The reports of jobs over time, which the console draws as curves. An entry is deleted with its job. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const jobLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job_log')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('entry', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('progress', 'double precision', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_log_key', ['tenant_id', 'job_id', 'entry'])
      .execute();
  },
};
