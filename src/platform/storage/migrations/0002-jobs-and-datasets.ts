/** The queue of durable jobs, metadata of datasets, and secrets shared by all processes on one store. */
import { type Kysely, sql } from 'kysely';
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
    // When a worker may take the job. Queued: its start time. Running: the end of its lease. Finished: null.
    .addColumn('due_ms', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('jobs_key', ['tenant_id', 'job_id'])
    .execute();
  await (db as Kysely<{ counters: { name: string; value: number } }>)
    .insertInto('counters')
    .values({ name: 'jobs', value: 0 })
    .execute();
  await createJobIndexes(db);
}

async function createJobIndexes(db: Database): Promise<void> {
  // This one index serves three reads: due jobs, running jobs of a kind, and statistics.
  await db.schema
    .createIndex('jobs_by_status')
    .on('jobs')
    .columns(['status', 'kind', 'due_ms', 'job_id'])
    .execute();
  await db.schema
    .createIndex('jobs_leased')
    .on('jobs')
    .columns(['lease_owner', 'job_id'])
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('jobs_of_person')
    .on('jobs')
    .columns(['tenant_id', 'user_id'])
    .where(sql.ref('user_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('jobs_unique_key')
    .unique()
    .on('jobs')
    .columns(['tenant_id', 'kind', 'unique_key'])
    .where(sql.ref('finished_at'), 'is', null)
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
