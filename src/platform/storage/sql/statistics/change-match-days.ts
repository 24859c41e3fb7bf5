/** The counters of shown matches by domain and day. */
import { type Kysely, sql } from 'kysely';
import { NEWCOMER_DAYS, SCORE_BUCKETS } from '../../statistics-store.ts';
import type { Tables } from '../tables.generated.ts';

const DAY_MS = 86_400_000;

export interface DayChange {
  readonly domain: string;
  readonly day: string;
  readonly matches: number;
  readonly empty: number;
  readonly shown: number;
  readonly newcomers: number;
  /** Bucket of the shown candidates' scores. */
  readonly bucket: number;
}

/** The day of the match `m`: 2026-03-01, UTC. */
export const dayOf = sql<string>`substr(iso_time(m.at_ms), 1, 10)`;
const LAST_BUCKET = sql.lit(SCORE_BUCKETS - 1);
const bucketOf = sql<number>`case
  when c.score <= 0 then 0
  when c.score >= 1 then ${LAST_BUCKET}
  else cast(floor(c.score * ${sql.lit(SCORE_BUCKETS)}) as integer) end`;
const isNewcomer = sql`p.created_at > iso_time(m.at_ms - ${sql.lit(NEWCOMER_DAYS * DAY_MS)})`;

/** Shown candidates `c` of matches `m` with their profiles `p`, by domain, day and part of the score. */
export function shownByBucket(db: Kysely<Tables>, tenant: string) {
  return db
    .selectFrom('shown_candidates as c')
    .innerJoin('shown_matches as m', (join) =>
      join.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.match_id', '=', 'c.match_id'),
    )
    .leftJoin('profiles as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'c.tenant_id')
        .onRef('p.domain', '=', 'c.domain')
        .onRef('p.user_id', '=', 'c.candidate_id'),
    )
    .where('c.tenant_id', '=', tenant)
    .select(({ fn }) => [
      'm.domain',
      dayOf.as('day'),
      bucketOf.as('bucket'),
      fn.countAll<number>().as('shown'),
    ])
    .select(sql<number>`count(case when ${isNewcomer} then 1 end)`.as('newcomers'))
    .groupBy(['m.domain', 'day', 'bucket']);
}

export async function changeMatchDays(
  db: Kysely<Tables>,
  tenant: string,
  changes: readonly DayChange[],
  sign: 1 | -1,
): Promise<void> {
  for (const [domain, ofDomain] of Map.groupBy(changes, (change) => change.domain)) {
    for (const [day, ofDay] of Map.groupBy(ofDomain, (change) => change.day)) {
      const key = { tenant_id: tenant, domain, day };
      await putDay(db, changed((await findDay(db, key)) ?? emptyDay(key), ofDay, sign));
    }
  }
}

type DayKey = Pick<Tables['match_days'], 'tenant_id' | 'domain' | 'day'>;

function findDay(db: Kysely<Tables>, key: DayKey): Promise<Tables['match_days'] | undefined> {
  return db.selectFrom('match_days').selectAll().where(sameDay(key)).executeTakeFirst();
}

function sameDay({ tenant_id, domain, day }: DayKey) {
  return sql<boolean>`tenant_id = ${tenant_id} and domain = ${domain} and day = ${day}`;
}

function emptyDay(key: DayKey): Tables['match_days'] {
  const scores = JSON.stringify(new Array(SCORE_BUCKETS).fill(0));
  return { ...key, matches: 0, empty: 0, shown: 0, newcomers: 0, scores };
}

function changed(
  before: Tables['match_days'],
  changes: readonly DayChange[],
  sign: 1 | -1,
): Tables['match_days'] {
  const scores = JSON.parse(before.scores) as number[];
  const after = { ...before };
  for (const change of changes) {
    after.matches += sign * change.matches;
    after.empty += sign * change.empty;
    after.shown += sign * change.shown;
    after.newcomers += sign * change.newcomers;
    scores[change.bucket]! += sign * change.shown;
  }
  return { ...after, scores: JSON.stringify(scores) };
}

async function putDay(db: Kysely<Tables>, row: Tables['match_days']): Promise<void> {
  if (row.matches === 0 && row.shown === 0) {
    await db.deleteFrom('match_days').where(sameDay(row)).execute();
    return;
  }
  await db
    .insertInto('match_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'domain', 'day']).doUpdateSet((eb) => ({
        matches: eb.ref('excluded.matches'),
        empty: eb.ref('excluded.empty'),
        shown: eb.ref('excluded.shown'),
        newcomers: eb.ref('excluded.newcomers'),
        scores: eb.ref('excluded.scores'),
      })),
    )
    .execute();
}
