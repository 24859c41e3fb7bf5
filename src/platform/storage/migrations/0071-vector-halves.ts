/**
 * The ninth bit of each dimension of a profile's vector. Vectors of earlier versions have none, and are not
 * written again. A server of the version before writes vectors without this bit. Such a vector keeps the bits
 * of the former one, so it may be off by half a step until it is encoded again.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const vectorHalves: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('heads').addColumn('halves', 'bytea').execute();
  },
};
