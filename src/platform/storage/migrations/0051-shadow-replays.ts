/**
 * Shadow experiments: sampled requests that wait to be replayed, and the results of the replays. A waiting
 * request names its seeker and no other person.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const shadowReplays: Migration = {
  async up(db: Kysely<unknown>) {
    // Samples that found the queue full.
    await db.schema
      .alterTable('experiments')
      .addColumn('shadow_dropped', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await createRequests(db);
    await createReplays(db);
  },
};

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shadow_requests')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('shadow_requests_key', ['tenant_id', 'experiment_id', 'request_id'])
    .execute();
  await db.schema
    .createIndex('shadow_requests_of_person')
    .on('shadow_requests')
    .columns(['tenant_id', 'user_id'])
    .execute();
}

/** Scores are null where an arm shows no one, or the two show no one alike. */
async function createReplays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shadow_replays')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('failed', 'smallint', (column) => column.notNull())
    .addColumn('overlap', 'double precision')
    .addColumn('score_difference', 'double precision')
    .addColumn('control_score', 'double precision')
    .addColumn('treatment_score', 'double precision')
    .addColumn('control_ms', 'double precision')
    .addColumn('treatment_ms', 'double precision')
    .addPrimaryKeyConstraint('shadow_replays_key', ['tenant_id', 'experiment_id', 'request_id'])
    .execute();
}
