/**
 * Three tables: the people that an idempotency key names, the people erased while a request was in progress,
 * and tombstones. A key leaves a tombstone when a person that it named is erased. Also adds the indexes by
 * which an erasure finds all of its rows.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { personIds } from '../../../contract/person-ids.ts';

type Database = Kysely<unknown>;

export const peopleOfIdempotencyKeys: Migration = {
  async up(db: Database) {
    await createTables(db);
    await createIndexes(db);
    await noteKeptAnswers(db as Kysely<Kept>);
  },
};

async function createTables(db: Database): Promise<void> {
  for (const [table, person] of [
    ['idempotency_people', 'user_id'],
    ['erased_in_work', 'person_hash'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn(person, 'text', (column) => column.notNull())
      .addColumn('route', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['tenant_id', person, 'route', 'key'])
      .addForeignKeyConstraint(
        `${table}_of_key`,
        ['tenant_id', 'route', 'key'],
        'idempotency_keys',
        ['tenant_id', 'route', 'key'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex(`${table}_by_key`).on(table).columns(['tenant_id', 'route', 'key']).execute();
  }
  await db.schema
    .createTable('erased_answers')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    // A hash of route and key, because a client may derive the key from personal data.
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('erased_answers_key', ['tenant_id', 'key_hash'])
    .execute();
  await db.schema
    .createIndex('erased_answers_by_expiry')
    .on('erased_answers')
    .columns(['tenant_id', 'expires_at_ms'])
    .execute();
}

async function createIndexes(db: Database): Promise<void> {
  await db.schema
    .createIndex('idempotency_keys_in_work')
    .on('idempotency_keys')
    .columns(['tenant_id'])
    .where(sql.ref('status'), 'is', null)
    .execute();
  await db.schema
    .createIndex('rows_to_encode_of_person')
    .on('rows_to_encode')
    .columns(['tenant_id', 'user_id'])
    .execute();
  for (const [index, table, person] of [
    ['outcomes_of_candidate', 'outcomes', 'candidate_id'],
    ['triplets_of_positive', 'triplets', 'positive_id'],
    ['triplets_of_negative', 'triplets', 'negative_id'],
  ] as const) {
    await db.schema.dropIndex(index).execute();
    await db.schema.createIndex(index).on(table).columns(['tenant_id', person, 'domain']).execute();
  }
  await db.schema
    .createIndex('training_runs_unfinished')
    .on('training_runs')
    .columns(['tenant_id', 'domain'])
    .where(sql.ref('ended'), 'is', null)
    .execute();
}

interface Kept {
  idempotency_keys: { tenant_id: string; route: string; key: string; body: string | null };
  idempotency_people: { tenant_id: string; user_id: string; route: string; key: string };
}

async function noteKeptAnswers(db: Kysely<Kept>): Promise<void> {
  const keys = await db.selectFrom('idempotency_keys').select(['tenant_id', 'route', 'key']).execute();
  for (const { tenant_id, route, key } of keys) {
    const kept = await db
      .selectFrom('idempotency_keys')
      .select('body')
      .where('tenant_id', '=', tenant_id)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    for (const user_id of kept.body === null ? [] : personIds(JSON.parse(kept.body))) {
      await db.insertInto('idempotency_people').values({ tenant_id, user_id, route, key }).execute();
    }
  }
}
