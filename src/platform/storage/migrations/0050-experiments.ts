/**
 * Experiments: their settings, the matches that took part with their arms, and the results. The rows of a
 * match are removed with it.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const experiments: Migration = {
  async up(db: Kysely<unknown>) {
    await createExperiments(db);
    await createMatches(db);
  },
};

async function createExperiments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experiments')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('running', 'smallint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('ended_by', 'text')
    .addColumn('decision', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('experiments_key', ['tenant_id', 'experiment_id'])
    .execute();
  await db.schema
    .createTable('experiment_results')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('experiment_results_key', ['tenant_id', 'experiment_id', 'at'])
    .execute();
}

async function createMatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experiment_matches')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('match_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    // 0 control, 1 treatment; null: the candidates came from both.
    .addColumn('arm', 'smallint')
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('seeker_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('latency_bucket', 'smallint', (column) => column.notNull())
    .addColumn('shown', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('experiment_matches_key', ['tenant_id', 'match_id'])
    .execute();
  await db.schema
    .createIndex('experiment_matches_of_experiment')
    .on('experiment_matches')
    .columns(['tenant_id', 'experiment_id'])
    .execute();
  await db.schema
    .createTable('experiment_picks')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('match_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('arm', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('experiment_picks_key', ['tenant_id', 'match_id', 'position'])
    .execute();
}
