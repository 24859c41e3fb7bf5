/** The servers that share the database, as one small table that is not logged. */
import { type Kysely, sql } from 'kysely';
import type { ReplicaState, ReplicaStore } from '../replica-store.ts';
import type { Tables } from '../sql/tables.generated.ts';

/** Rows of servers that died are removed after this time. */
const FORGET_AFTER_MS = 60_000;

const msAgo = (ms: number) => sql<Date>`clock_timestamp() - ${ms} * interval '1 millisecond'`;

/** Only PostgreSQL has it. */
type ReplicaTables = {
  readonly replicas: { readonly url: string; readonly state: ReplicaState; readonly seen_at: Date };
};

export function replicaTable(store: Kysely<Tables>): ReplicaStore {
  const db = store.withTables<ReplicaTables>();
  return {
    beat: async ({ url, state }, withinMs) => {
      const seen_at = sql<Date>`clock_timestamp()`;
      await db
        .insertInto('replicas')
        .values({ url, state, seen_at })
        .onConflict((conflict) => conflict.column('url').doUpdateSet({ state, seen_at }))
        .execute();
      await db.deleteFrom('replicas').where('seen_at', '<', msAgo(FORGET_AFTER_MS)).execute();
      return db
        .selectFrom('replicas')
        .select(['url', 'state'])
        .where('seen_at', '>=', msAgo(withinMs))
        .orderBy('url')
        .execute();
    },
    leave: async (url) => {
      await db.deleteFrom('replicas').where('url', '=', url).execute();
    },
  };
}
