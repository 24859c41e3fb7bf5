/**
 * The terms by which people are found. `profiles.terms` says which ones a row has, so that a change takes away
 * exactly these. It is null in rows of earlier versions, which a schedule lists by the partial index.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const personTerms: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    // Ranges of terms are compared by bytes.
    const text = isPostgres ? sql`text collate "C"` : sql`text`;
    await db.schema
      .createTable('person_terms')
      .addColumn('tenant_id', text, (column) => column.notNull())
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('term', text, (column) => column.notNull())
      .addColumn('user_id', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('person_terms_key', ['tenant_id', 'domain', 'term', 'user_id'])
      .$call((table) => (isPostgres ? table : table.modifyEnd(sql`without rowid`)))
      .execute();
    await db.schema.alterTable('profiles').addColumn('terms', 'text').execute();
    await db.schema
      .createIndex('profiles_without_terms')
      .on('profiles')
      .columns(['tenant_id', 'domain', 'user_id'])
      .where(sql.ref('terms'), 'is', null)
      .execute();
  },
};
