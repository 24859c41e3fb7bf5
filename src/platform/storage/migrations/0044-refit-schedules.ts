/** Schedules by which the models of aliases are refitted. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const refitSchedules: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('refit_schedules')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      // The alias.
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('every_events', 'bigint')
      .addColumn('every_hours', 'double precision')
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('last_dataset_id', 'text')
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text')
      .addPrimaryKeyConstraint('refit_schedules_key', ['tenant_id', 'name'])
      .execute();
  },
};
