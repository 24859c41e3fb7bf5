/** The documents of people whose bytes are kept as files, where the workspace says so. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keptDocuments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('kept_documents')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_documents_key', ['tenant_id', 'user_id', 'domain', 'sha256'])
      .execute();
    // By which a file without a row is found.
    await db.schema
      .createIndex('kept_documents_by_id')
      .on('kept_documents')
      .columns(['tenant_id', 'document_id'])
      .execute();
  },
};
