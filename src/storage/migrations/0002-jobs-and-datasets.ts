/** The queue of durable jobs, what is known of datasets, and secrets that all processes on one store share. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const jobsAndDatasets: Migration = {
  async up(db: Database) {
    await createJobTable(db);
    await createDatasetTable(db);
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'bytea', (column) => column.notNull())
      .execute();
  },
};

async function createJobTable(db: Database): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('resource_type', 'text')
    .addColumn('resource_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('unique_key', 'text')
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('keep', 'integer', (column) => column.notNull())
    .addColumn('progress', 'double precision', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('checkpoint', 'text')
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('takes', 'integer', (column) => column.notNull())
    .addColumn('cancel_requested', 'integer', (column) => column.notNull())
    // When a worker may take it: queued, its own time; running, the end of its lease. Finished: null.
    .addColumn('due_ms', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('jobs_key', ['tenant_id', 'job_id'])
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'due_ms']).execute();
  await db.schema.createIndex('jobs_of_person').on('jobs').columns(['tenant_id', 'user_id']).execute();
  await db.schema.createIndex('jobs_by_status').on('jobs').columns(['status', 'kind']).execute();
  await db.schema
    .createIndex('jobs_unique_key')
    .on('jobs')
    .columns(['tenant_id', 'kind', 'unique_key'])
    .execute();
}

async function createDatasetTable(db: Database): Promise<void> {
  await db.schema
    .createTable('datasets')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('dataset_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('may_export', 'integer', (column) => column.notNull())
    .addColumn('may_train', 'integer', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('item_count', 'bigint', (column) => column.notNull())
    .addColumn('event_count', 'bigint', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ready_at', 'text')
    .addPrimaryKeyConstraint('datasets_key', ['tenant_id', 'dataset_id'])
    .execute();
  await db.schema
    .createIndex('datasets_by_name')
    .unique()
    .on('datasets')
    .columns(['tenant_id', 'name', 'version'])
    .execute();
}
