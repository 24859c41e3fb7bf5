/**
 * Keeps with each shown match the answer's facts about the run, in place of the versions alone. A table of
 * pairs has the last time that each candidate was shown to each seeker. Earlier matches are carried over; the
 * tiers of their models were not kept.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const shownAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('shown_matches').renameColumn('versions', 'answer').execute();
    await sql`
      update shown_matches set answer = json_object(
        'request', null,
        'models', (select json_group_object(key, json_array(null, value)) from json_each(answer)),
        'degraded', json_array(),
        'trace', json_array()
      )`.execute(db);
    await db.schema
      .createTable('shown_pairs')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('seeker_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('candidate_id', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('shown_pairs_key', ['tenant_id', 'seeker_id', 'domain', 'candidate_id'])
      // The rows lie in the order of the key: a seeker's pairs are read and written on a few pages.
      .modifyEnd(sql`without rowid`)
      .execute();
    await sql`
      insert into shown_pairs (tenant_id, seeker_id, domain, candidate_id, at_ms)
      select m.tenant_id, m.seeker_id, m.domain, c.candidate_id, max(m.at_ms)
      from shown_matches m join shown_candidates c on c.tenant_id = m.tenant_id and c.match_id = m.match_id
      group by m.tenant_id, m.seeker_id, m.domain, c.candidate_id`.execute(db);
  },
};
