/**
 * The ninth bit of each dimension of a profile's vector. Vectors of earlier versions have none, and are not
 * written again. A server of the version before that replaces a vector leaves the halves of the former one,
 * which are within half a step: that vector is as exact as codes alone until it is made again.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const vectorHalves: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('heads').addColumn('halves', 'bytea').execute();
  },
};
