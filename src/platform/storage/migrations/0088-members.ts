/**
 * Members: people who sign in to the console by an identity provider. Keys get a name, and the time of their
 * last use.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const members: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    // In the order of its bytes, as all text of the tables.
    const text = isPostgres ? sql`text collate "C"` : sql`text`;
    await db.schema
      .createTable('members')
      .addColumn('tenant_id', text, (column) => column.notNull())
      .addColumn('member_id', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('name', text)
      .addColumn('scopes', text, (column) => column.notNull())
      .addColumn('issuer', text)
      .addColumn('subject', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('last_sign_in_at', text)
      .addPrimaryKeyConstraint('members_key', ['tenant_id', 'member_id'])
      .execute();
    await db.schema
      .createIndex('members_of_tenant_by_email')
      .unique()
      .on('members')
      .columns(['tenant_id', 'email'])
      .execute();
    await db.schema.createIndex('members_by_email').on('members').column('email').execute();
    await db.schema.alterTable('api_keys').addColumn('name', text).execute();
    await db.schema.alterTable('api_keys').addColumn('used_at', text).execute();
  },
};
