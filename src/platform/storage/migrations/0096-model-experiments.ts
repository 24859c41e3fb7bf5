/**
 * Experiments on models: their settings, their results, and what was shown to people, by which the arms are
 * counted. The rows of what was shown go with the end of an experiment.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const modelExperiments: Migration = {
  async up(db: Kysely<unknown>) {
    await createExperiments(db);
    await createShown(db);
  },
};

async function createExperiments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_experiments')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('alias', 'text', (column) => column.notNull())
    .addColumn('dataset_name', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('running', 'smallint', (column) => column.notNull())
    .addColumn('paused_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('ended_by', 'text')
    .addColumn('promoted_arm', 'text')
    .addColumn('decision', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('model_experiments_key', ['tenant_id', 'experiment_id'])
    .execute();
  await db.schema
    .createIndex('running_model_experiments')
    .on('model_experiments')
    .columns(['running', 'tenant_id', 'alias'])
    .execute();
  await db.schema
    .createTable('model_experiment_results')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('model_experiment_results_key', ['tenant_id', 'experiment_id', 'at'])
    .execute();
}

async function createShown(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_experiment_shown')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('experiment_id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('arm', 'smallint', (column) => column.notNull())
    .addColumn('shown_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('taken_at_ms', 'bigint')
    .addPrimaryKeyConstraint('model_experiment_shown_key', [
      'tenant_id',
      'experiment_id',
      'person_id',
      'item_id',
    ])
    .execute();
  await db.schema
    .createIndex('model_experiment_shown_to_person')
    .on('model_experiment_shown')
    .columns(['tenant_id', 'person_id'])
    .execute();
}
