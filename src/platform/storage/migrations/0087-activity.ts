/**
 * The log of matches: the key that asked for a match and how long the answer took, both null in rows of
 * earlier versions. The indexes list the matches of a key and of a domain by id, which grows with time, and
 * the jobs of a tenant by their end.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const activity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('shown_matches').addColumn('key_id', 'text').execute();
    await db.schema.alterTable('shown_matches').addColumn('took_ms', 'integer').execute();
    await db.schema
      .createIndex('shown_matches_of_domain')
      .on('shown_matches')
      .columns(['tenant_id', 'domain', 'match_id'])
      // True of every row. Queries that do not say so, such as those of an erasure, keep their indexes.
      .where(sql.ref('at_ms'), '>=', sql.lit(0))
      .execute();
    await db.schema
      .createIndex('shown_matches_of_key')
      .on('shown_matches')
      .columns(['tenant_id', 'key_id', 'match_id'])
      .where(sql.ref('key_id'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('jobs_ended')
      .on('jobs')
      .columns(['tenant_id', 'finished_at'])
      .where(sql.ref('finished_at'), 'is not', null)
      .execute();
  },
};
