/** Tokenizers. Each is created with its job and completed when the job ends, or imported complete. */
import type { Migration } from 'kysely/migration';

export const tokenizers: Migration = {
  async up(db) {
    await db.schema
      .createTable('tokenizers')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('tokenizer_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('dataset_id', 'text')
      .addColumn('modalities', 'text', (column) => column.notNull())
      .addColumn('layout', 'text')
      .addColumn('progressive_masking', 'integer', (column) => column.notNull())
      .addColumn('job_id', 'text')
      // Null while the job is unfinished; until then the job has the progress.
      .addColumn('ended', 'text')
      .addColumn('made', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tokenizers_key', ['tenant_id', 'tokenizer_id'])
      .execute();
    await db.schema
      .createIndex('tokenizers_by_name')
      .unique()
      .on('tokenizers')
      .columns(['tenant_id', 'name', 'version'])
      .execute();
  },
};
