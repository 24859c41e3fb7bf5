/**
 * Tables of learning: shown matches, training runs, trained models, and the outcome that made each triplet.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const learning: Migration = {
  async up(db: Database) {
    await completeTriplets(db);
    await createShownTables(db);
    await createRunTables(db);
    await createHeadTable(db);
    await (db as Kysely<{ counters: { name: string; value: number } }>)
      .insertInto('counters')
      .values({ name: 'models', value: 0 })
      .execute();
  },
};

async function completeTriplets(db: Database): Promise<void> {
  // The outcome that made the triplet, by its candidate and label.
  for (const column of ['candidate_id', 'label']) {
    await db.schema
      .alterTable('triplets')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute();
  }
  await db.schema
    .createIndex('triplets_of_run')
    .on('triplets')
    .columns(['tenant_id', 'run_id', 'triplet_id'])
    .execute();
  for (const person of ['positive', 'negative']) {
    await db.schema
      .createIndex(`triplets_of_pair_${person}`)
      .on('triplets')
      .columns(['tenant_id', 'seeker_id', `${person}_id`])
      .execute();
  }
  // The two indexes above begin with the same columns.
  await db.schema.dropIndex('triplets_of_seeker').execute();
  await db.schema
    .createIndex('outcomes_newest')
    .on('outcomes')
    .columns(['tenant_id', 'seeker_id', 'domain', 'is_current', 'at'])
    .execute();
  await db.schema
    .createIndex('outcomes_by_time')
    .on('outcomes')
    .columns(['tenant_id', 'domain', 'at', 'seeker_id', 'candidate_id'])
    .execute();
}

async function createShownTables(db: Database): Promise<void> {
  await db.schema
    .createTable('shown_matches')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('match_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('seeker_id', 'text', (column) => column.notNull())
    .addColumn('versions', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_matches_key', ['tenant_id', 'match_id'])
    .execute();
  await db.schema
    .createIndex('shown_matches_of_seeker')
    .on('shown_matches')
    .columns(['tenant_id', 'seeker_id'])
    .execute();
  await db.schema.createIndex('shown_matches_by_time').on('shown_matches').columns(['at_ms']).execute();
  await db.schema
    .createTable('shown_candidates')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('match_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('candidate_id', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_candidates_key', ['tenant_id', 'match_id', 'position'])
    .execute();
  await db.schema
    .createIndex('shown_candidates_of_person')
    .on('shown_candidates')
    .columns(['tenant_id', 'candidate_id'])
    .execute();
}

async function createRunTables(db: Database): Promise<void> {
  await db.schema
    .createTable('training_runs')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('forced', 'integer', (column) => column.notNull())
    // Null while the job is unfinished; until then the job has the progress.
    .addColumn('ended', 'text')
    .addColumn('triplets_used', 'bigint', (column) => column.notNull())
    .addColumn('estimated_minutes', 'bigint', (column) => column.notNull())
    .addColumn('version', 'text')
    .addColumn('metrics', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('training_runs_key', ['tenant_id', 'run_id'])
    .execute();
  await db.schema
    .createIndex('training_runs_of_domain')
    .on('training_runs')
    .columns(['tenant_id', 'domain', 'run_id'])
    .execute();
  await db.schema
    .createTable('learned_from')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('learned_from_key', ['tenant_id', 'user_id', 'run_id', 'domain'])
    .execute();
  await db.schema.createIndex('learned_from_of_run').on('learned_from').columns(['run_id']).execute();
}

async function createHeadTable(db: Database): Promise<void> {
  await db.schema
    .createTable('model_heads')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('card', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('deployed_at', 'text')
    .addColumn('in_force', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('model_heads_key', ['tenant_id', 'version'])
    .execute();
  await db.schema
    .createIndex('model_heads_of_domain')
    .on('model_heads')
    .columns(['tenant_id', 'domain', 'tier', 'in_force'])
    .execute();
  await db.schema
    .createIndex('model_heads_of_run')
    .on('model_heads')
    .columns(['tenant_id', 'run_id'])
    .execute();
}
