/**
 * The shares of the workspaces in each kind of job, for fair turns (`sql/jobs/job-shares.ts`), and an index
 * that finds the next job of each workspace. All shares begin at zero: the first turns go to the workspaces
 * that wait longest.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const jobShares: Migration = {
  async up(db: Kysely<unknown>) {
    // When the running attempt began; epoch ms.
    await db.schema.alterTable('jobs').addColumn('taken_ms', 'bigint').execute();
    await db.schema
      .createTable('job_shares')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('served_ms', 'double precision', (column) => column.notNull())
      .addColumn('as_of_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_shares_key', ['tenant_id', 'kind'])
      .execute();
    await db.schema
      .createTable('job_kinds')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('served_ms', 'double precision', (column) => column.notNull())
      .addColumn('taken_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('jobs_in_turn')
      .on('jobs')
      .columns(['kind', 'tenant_id', 'due_ms', 'job_id'])
      .where(sql.ref('status'), '=', sql.lit('queued'))
      .execute();
  },
};
