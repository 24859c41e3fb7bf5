/**
 * The first tables, in types that both SQLite and PostgreSQL know. SQLite stores bytes as given and reads
 * `double precision` as REAL.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const firstTables: Migration = {
  async up(db: Database) {
    await createAccountTables(db);
    await createProfileTables(db);
    await createFollowUpTables(db);
    await createOutcomeTables(db);
    await createIdempotencyTable(db);
  },
};

async function createAccountTables(db: Database): Promise<void> {
  await db.schema
    .createTable('tenants')
    .addColumn('tenant_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('domains', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('burst', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addPrimaryKeyConstraint('api_keys_key', ['tenant_id', 'key_id'])
    .execute();
  await db.schema
    .createTable('definitions')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('definitions_key', ['tenant_id', 'domain', 'version'])
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
  for (const name of ['changes', 'accounts']) {
    await (db as Kysely<{ counters: { name: string; value: number } }>)
      .insertInto('counters')
      .values({ name, value: 0 })
      .execute();
  }
}

async function createProfileTables(db: Database): Promise<void> {
  await db.schema
    .createTable('profiles')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('schema_version', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('derived', 'text', (column) => column.notNull())
    .addColumn('places', 'text', (column) => column.notNull())
    .addColumn('layers', 'text', (column) => column.notNull())
    .addColumn('extras', 'text', (column) => column.notNull())
    .addColumn('preferences', 'text', (column) => column.notNull())
    .addColumn('missing_required', 'text', (column) => column.notNull())
    .addColumn('complete', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('last_enriched_at', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('profiles_key', ['tenant_id', 'domain', 'user_id'])
    .execute();
  await db.schema
    .createIndex('profiles_of_person')
    .on('profiles')
    .columns(['tenant_id', 'user_id'])
    .execute();
  await db.schema
    .createTable('context_items')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('context_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('minhash', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('context_items_key', ['tenant_id', 'context_id'])
    .execute();
  await db.schema
    .createIndex('context_items_by_time')
    .on('context_items')
    .columns(['tenant_id', 'user_id', 'domain', 'created_at', 'context_id'])
    .execute();
}

async function createFollowUpTables(db: Database): Promise<void> {
  await db.schema
    .createTable('heads')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('source_domain', 'text', (column) => column.notNull())
    .addColumn('encoder_id', 'text', (column) => column.notNull())
    .addColumn('codes', 'bytea', (column) => column.notNull())
    .addColumn('scale', 'double precision', (column) => column.notNull())
    .addColumn('sentences', 'text', (column) => column.notNull())
    .addColumn('sentence_codes', 'bytea', (column) => column.notNull())
    .addColumn('made_from', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('heads_key', ['tenant_id', 'user_id', 'head'])
    .execute();
  await db.schema
    .createTable('due_refreshes')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('due_refreshes_key', ['tenant_id', 'user_id', 'domain'])
    .execute();
  await db.schema.createIndex('due_refreshes_by_time').on('due_refreshes').columns(['due_at_ms']).execute();
  await db.schema
    .createTable('changes')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('changes_key', ['tenant_id', 'domain', 'user_id'])
    .execute();
  await db.schema
    .createIndex('changes_in_order')
    .on('changes')
    .columns(['tenant_id', 'domain', 'sequence'])
    .execute();
}

async function createOutcomeTables(db: Database): Promise<void> {
  await db.schema
    .createTable('outcomes')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('seeker_id', 'text', (column) => column.notNull())
    .addColumn('candidate_id', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addColumn('match_id', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('is_current', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('outcomes_key', ['tenant_id', 'seeker_id', 'domain', 'candidate_id', 'label'])
    .execute();
  await db.schema
    .createIndex('outcomes_of_candidate')
    .on('outcomes')
    .columns(['tenant_id', 'candidate_id'])
    .execute();
  await db.schema
    .createTable('triplets')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('triplet_id', 'text', (column) => column.notNull())
    .addColumn('seeker_id', 'text', (column) => column.notNull())
    .addColumn('positive_id', 'text', (column) => column.notNull())
    .addColumn('negative_id', 'text', (column) => column.notNull())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('triplets_key', ['tenant_id', 'domain', 'triplet_id'])
    .execute();
  for (const person of ['seeker', 'positive', 'negative']) {
    await db.schema
      .createIndex(`triplets_of_${person}`)
      .on('triplets')
      .columns(['tenant_id', `${person}_id`])
      .execute();
  }
  await db.schema
    .createIndex('triplets_by_state')
    .on('triplets')
    .columns(['tenant_id', 'domain', 'state'])
    .execute();
}

async function createIdempotencyTable(db: Database): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('claimed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('request_id', 'text')
    .addPrimaryKeyConstraint('idempotency_keys_key', ['tenant_id', 'route', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_expiry')
    .on('idempotency_keys')
    .columns(['tenant_id', 'expires_at_ms'])
    .execute();
}
