/** Behavioural models and their simulations. Each is created with its job and completed when the job ends. */
import type { Migration } from 'kysely/migration';

export const modelsAndSimulations: Migration = {
  async up(db) {
    await db.schema
      .createTable('models')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('model_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('architecture', 'text', (column) => column.notNull())
      .addColumn('dataset_id', 'text', (column) => column.notNull())
      .addColumn('base_model_id', 'text')
      .addColumn('tokenizer_id', 'text')
      .addColumn('job_id', 'text', (column) => column.notNull())
      // Null while the job is unfinished; until then the job has the progress.
      .addColumn('ended', 'text')
      .addColumn('made', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('models_key', ['tenant_id', 'model_id'])
      .execute();
    await db.schema
      .createIndex('models_by_name')
      .unique()
      .on('models')
      .columns(['tenant_id', 'name', 'version'])
      .execute();
    await db.schema
      .createTable('simulations')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('simulation_id', 'text', (column) => column.notNull())
      .addColumn('model_id', 'text', (column) => column.notNull())
      .addColumn('asked', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('ended', 'text')
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('simulations_key', ['tenant_id', 'simulation_id'])
      .execute();
  },
};
