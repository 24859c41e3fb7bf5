/** An index by which a key is found by its id alone, and the keys of all tenants are listed page by page. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pagesOfKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('api_keys_by_id').on('api_keys').column('key_id').unique().execute();
  },
};
