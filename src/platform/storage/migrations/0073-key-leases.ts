/**
 * The server that carries out the request of an idempotency key, and the time until which it counts as alive
 * (`http/idempotency/open-claims.ts`). Keys of earlier versions have neither. A server of the version before
 * takes a key over two minutes after its claim, which is longer than a lease is renewed.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keyLeases: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('idempotency_keys').addColumn('owner', 'text').execute();
    await db.schema.alterTable('idempotency_keys').addColumn('lease_ms', 'bigint').execute();
  },
};
