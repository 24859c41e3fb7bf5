/**
 * Ids of erased people that are refused until the block is lifted, as keyed hashes
 * (`sql/people/person-mark.ts`).
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const blockedPeople: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('blocked_people')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('blocked_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('blocked_people_key', ['tenant_id', 'person'])
      .execute();
  },
};
