/**
 * Sessions of the console, and the one-time links that open one. Tokens are kept as hashes alone. A row that
 * is used up, ended or expired is deleted.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const consoleSessions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['console_sessions', 'console_links']) {
      await db.schema
        .createTable(table)
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('tenant_id', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
        .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
        .$call((created) =>
          table === 'console_sessions'
            ? created.addColumn('used_at_ms', 'bigint', (column) => column.notNull())
            : created,
        )
        .execute();
      await db.schema
        .createIndex(`${table}_of_key`)
        .on(table)
        .columns(['tenant_id', 'key_id', 'created_at_ms'])
        .execute();
      await db.schema.createIndex(`${table}_by_end`).on(table).column('expires_at_ms').execute();
    }
  },
};
