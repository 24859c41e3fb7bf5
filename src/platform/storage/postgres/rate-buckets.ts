/** Token buckets by the clock of the database, many keys in one statement. */
import { type Kysely, sql } from 'kysely';
import type { RateStore } from '../rate-store.ts';
import type { Tables } from '../sql/tables.generated.ts';

export function rateBuckets(db: Kysely<Tables>): RateStore {
  return {
    take: async (used) => {
      // Every process locks the rows in the same order.
      const inOrder = used.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
      const { rows } = await sql<{ key_id: string; tokens: number }>`
        insert into rate_buckets as bucket (tenant_id, key_id, tokens, rate, burst, at)
        select tenant_id, key_id, burst - used, rate, burst, clock_timestamp()
        from unnest(
          ${inOrder.map(({ tenantId }) => tenantId)}::text[],
          ${inOrder.map(({ keyId }) => keyId)}::text[],
          ${inOrder.map(({ rate }) => rate)}::float8[],
          ${inOrder.map(({ burst }) => burst)}::float8[],
          ${inOrder.map(({ used: taken }) => taken)}::float8[]
        ) as given (tenant_id, key_id, rate, burst, used)
        on conflict (tenant_id, key_id) do update set
          tokens = least(
            excluded.burst,
            bucket.tokens
              + greatest(0, extract(epoch from excluded.at - bucket.at)::float8) * excluded.rate
          ) - (excluded.burst - excluded.tokens),
          rate = excluded.rate,
          burst = excluded.burst,
          at = excluded.at
        returning key_id, tokens
      `.execute(db);
      const left = new Map(rows.map(({ key_id, tokens }) => [key_id, Number(tokens)]));
      return used.map(({ keyId, burst }) => left.get(keyId) ?? burst);
    },
    forget: async () => {
      await sql`delete from rate_buckets where at < clock_timestamp() - interval '1 day'`.execute(db);
    },
  };
}
