/**
 * The API key that sent an outcome, by which outcomes are withdrawn; null for outcomes from before.
 *
 * The same label of a pair by another key replaces the outcome. The earlier key's outcome is kept in
 * `replaced_outcomes`, so that it stands again when the later one is withdrawn. Each key has at most one row
 * there for a pair and label.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const outcomeKey: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('outcomes').addColumn('key_id', 'text').execute();
    await db.schema
      .createIndex('outcomes_of_key')
      .on('outcomes')
      .columns(['tenant_id', 'domain', 'key_id', 'seeker_id'])
      .execute();
    await db.schema
      .createTable('replaced_outcomes')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('seeker_id', 'text', (column) => column.notNull())
      .addColumn('candidate_id', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      // Empty for an unknown key.
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('weight', 'double precision', (column) => column.notNull())
      .addColumn('match_id', 'text')
      .addColumn('at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('replaced_outcomes_key', [
        'tenant_id',
        'seeker_id',
        'domain',
        'candidate_id',
        'label',
        'key_id',
      ])
      .execute();
    await db.schema
      .createIndex('replaced_outcomes_of_candidate')
      .on('replaced_outcomes')
      .columns(['tenant_id', 'candidate_id', 'domain', 'seeker_id', 'label', 'key_id'])
      .execute();
    await db.schema
      .createIndex('replaced_outcomes_of_domain')
      .on('replaced_outcomes')
      .columns(['tenant_id', 'domain', 'key_id', 'seeker_id'])
      .execute();
  },
};
