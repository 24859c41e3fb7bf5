/**
 * Sequences of the changes of profiles: one counter a tenant and domain, raised in the transaction of the
 * changes that it counts.
 *
 * Its row stays locked until that transaction ends. So sequences become visible in order and without gaps,
 * and a follower that has read up to n has missed nothing before n. A sequence of the database does not
 * guarantee that.
 *
 * A counter without a row has the value of the counter `changes`, which counted all domains before. An index
 * may have followed a domain without rows up to there.
 */
import { type Kysely, sql } from 'kysely';
import { compileOnce } from './compile-once.ts';
import type { Tables } from './tables.generated.ts';

interface DomainKey {
  readonly tenant_id: string;
  readonly domain: string;
}

const start = sql<number>`(select value from counters where name = 'changes')`;

/** Raises the counter by `count` and returns its new value. */
export async function raiseChangeCounter(
  db: Kysely<Tables>,
  { tenant_id, domain }: DomainKey,
  count: number,
): Promise<number> {
  const [raised] = await raise(db, tenant_id, domain, count);
  return Number(raised!.value);
}

const raise = compileOnce((db, tenant_id: string, domain: string, count: number) =>
  db
    .insertInto('change_counters')
    .values({ tenant_id, domain, value: sql<number>`${start} + cast(${count} as bigint)` })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'domain'])
        .doUpdateSet({ value: sql<number>`change_counters.value + cast(${count} as bigint)` }),
    )
    .returning('value'),
);

/** Every match reads it first. */
export async function readChangeCounter(db: Kysely<Tables>, tenant: string, domain: string): Promise<number> {
  const [read] = await counterOf(db, tenant, domain);
  return Number(read!.value);
}

const counterOf = compileOnce((db, tenant: string, domain: string) => {
  const own = sql`(select value from change_counters where tenant_id = ${tenant} and domain = ${domain})`;
  return db.selectNoFrom(sql<number>`coalesce(${own}, ${start})`.as('value'));
});

/** All counters, by tenant and domain with a space between. */
export async function readChangeCounters(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('change_counters').selectAll().execute();
  return new Map(rows.map((row) => [`${row.tenant_id} ${row.domain}`, Number(row.value)]));
}
