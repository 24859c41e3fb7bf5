/**
 * Indexes by which expired idempotency keys and tombstones of all tenants are found a few at a time. They
 * replace the indexes by tenant and expiry.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keysByExpiry: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['idempotency_keys', 'erased_answers']) {
      const index = `${table}_by_expiry`;
      await db.schema.dropIndex(index).execute();
      await db.schema.createIndex(index).on(table).columns(['expires_at_ms']).execute();
    }
  },
};
