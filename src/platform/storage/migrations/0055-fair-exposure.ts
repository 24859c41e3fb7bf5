/**
 * Fair exposure: the expected likes of each candidate, and the price of showing it. Rows exist only in
 * domains where fair exposure is on. Changes of prices have rounds of their own, beside the change feed of
 * profiles: every index follows them without a row being written again.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const fairExposure: Migration = {
  async up(db: Database) {
    await createNotes(db);
    await createPrices(db);
    await createGroups(db);
  },
};

/**
 * Remembered answers whose likes are not in the sums yet. By candidate, so that an erasure finds its rows.
 */
async function createNotes(db: Database): Promise<void> {
  await db.schema
    .createTable('likes_to_count')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('candidate_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('match_id', 'text', (column) => column.notNull())
    .addColumn('likes', 'double precision', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('likes_to_count_key', ['tenant_id', 'candidate_id', 'domain', 'match_id'])
    .execute();
}

async function createPrices(db: Database): Promise<void> {
  await db.schema
    .createTable('candidate_exposure')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('likes', 'double precision', (column) => column.notNull())
    // The time of `likes`, which fade from there on.
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('price', 'double precision', (column) => column.notNull())
    .addColumn('capped', 'integer', (column) => column.notNull())
    .addColumn('moving', 'integer', (column) => column.notNull())
    .addColumn('round', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('candidate_exposure_key', ['tenant_id', 'user_id', 'domain'])
    .execute();
  await db.schema
    .createIndex('candidate_exposure_moving')
    .on('candidate_exposure')
    .columns(['tenant_id', 'domain', 'user_id'])
    .where(sql.ref('moving'), '=', sql.lit(1))
    .execute();
  await db.schema
    .createIndex('candidate_exposure_by_round')
    .on('candidate_exposure')
    .columns(['tenant_id', 'domain', 'round'])
    .execute();
  await db.schema
    .createTable('exposure_rounds')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    // A new one whenever the prices of the domain were forgotten.
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('round', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('exposure_rounds_key', ['tenant_id', 'domain'])
    .execute();
}

async function createGroups(db: Database): Promise<void> {
  await db.schema
    .createTable('exposure_groups')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    // Empty: the candidates without a value.
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('likes', 'double precision', (column) => column.notNull())
    .addColumn('shown', 'double precision', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('exposure_groups_key', ['tenant_id', 'domain', 'field', 'value'])
    .execute();
}
