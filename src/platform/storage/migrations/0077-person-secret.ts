/**
 * The secret of the keyed hashes that name people in logs (`sql/people/person-mark.ts`). Backups from here on
 * have it, so that the erasures that a later log names by these hashes can be made again.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Secrets {
  readonly secrets: { name: string; value: Uint8Array };
}

export const personSecret: Migration = {
  async up(db: Kysely<Secrets>) {
    await db
      .insertInto('secrets')
      .values({ name: 'audit-people', value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};
