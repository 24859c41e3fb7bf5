/**
 * Lets a profile have vectors of several encoders side by side. Adds the roles of encoders and the list of
 * rows to encode.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const encoders: Migration = {
  async up(db: Database) {
    await widenKeyOfHeads(db);
    await db.schema
      .createTable('encoder_roles')
      .addColumn('role', 'text', (column) => column.primaryKey())
      .addColumn('encoder_id', 'text', (column) => column.notNull())
      .addColumn('setting', 'text')
      .addColumn('model', 'text')
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('rows_at_start', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('rows_to_encode')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('rows_to_encode_key', ['tenant_id', 'domain', 'user_id'])
      .execute();
    await sql`insert into counters (name, value) values ('encoders', 0)`.execute(db);
  },
};

/** Not every database can change the key of a table, so the table is created again. */
async function widenKeyOfHeads(db: Database): Promise<void> {
  await db.schema
    .createTable('heads_by_encoder')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('encoder_id', 'text', (column) => column.notNull())
    .addColumn('source_domain', 'text', (column) => column.notNull())
    .addColumn('codes', 'bytea', (column) => column.notNull())
    .addColumn('scale', 'double precision', (column) => column.notNull())
    .addColumn('sentences', 'text', (column) => column.notNull())
    .addColumn('sentence_codes', 'bytea', (column) => column.notNull())
    .addColumn('made_from', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('heads_by_encoder_key', ['tenant_id', 'user_id', 'head', 'encoder_id'])
    .execute();
  const columns = sql`tenant_id, user_id, head, encoder_id, source_domain, codes, scale, sentences, sentence_codes, made_from, made_at`;
  await sql`insert into heads_by_encoder (${columns}) select ${columns} from heads`.execute(db);
  await db.schema.dropTable('heads').execute();
  await db.schema.alterTable('heads_by_encoder').renameTo('heads').execute();
  await db.schema
    .createIndex('heads_of_encoder')
    .on('heads')
    .columns(['encoder_id', 'tenant_id', 'head', 'user_id'])
    .execute();
}
