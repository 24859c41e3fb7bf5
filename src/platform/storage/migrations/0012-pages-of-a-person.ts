/**
 * Indexes by which everything about a person is read in pages, in the order of their keys. No page needs a
 * sort of all rows. They replace the indexes that have their first columns.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pagesOfAPerson: Migration = {
  async up(db: Kysely<unknown>) {
    for (const { table, index, columns } of [
      {
        table: 'outcomes',
        index: 'outcomes_of_candidate',
        columns: ['tenant_id', 'candidate_id', 'domain', 'seeker_id', 'label'],
      },
      {
        table: 'shown_matches',
        index: 'shown_matches_of_seeker',
        columns: ['tenant_id', 'seeker_id', 'match_id'],
      },
      {
        table: 'shown_candidates',
        index: 'shown_candidates_of_person',
        columns: ['tenant_id', 'candidate_id', 'match_id', 'position'],
      },
    ]) {
      await db.schema.dropIndex(index).execute();
      await db.schema.createIndex(index).on(table).columns(columns).execute();
    }
  },
};
