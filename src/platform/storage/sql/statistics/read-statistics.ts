/** Reads the counters of the statistics. Every query reads a range of a primary key. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type {
  CoverageDay,
  DayRange,
  ExposureGroup,
  MatchDay,
  MutualDay,
  OutcomeDay,
} from '../../statistics-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function countedPeople(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<number> {
  const row = await db
    .selectFrom('people_counts')
    .select('people')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return Number(row?.people ?? 0);
}

export async function countWaiting(db: Kysely<Tables>, tenant: TenantId, most: number): Promise<number> {
  const waiting = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('matches_to_count')
        .select('match_id')
        .where('tenant_id', '=', tenant)
        .limit(most)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(waiting.count);
}

/** The days of a domain, in a table of them. */
const isWithin = (tenant: TenantId, domain: string, { from, to }: DayRange) =>
  sql<boolean>`tenant_id = ${tenant} and domain = ${domain} and day between ${from} and ${to}`;

export async function readMatchDays(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: DayRange,
): Promise<readonly MatchDay[]> {
  const days = await db
    .selectFrom('match_days')
    .select(['day', 'matches', 'empty', 'shown', 'newcomers', 'scores'])
    .where(isWithin(tenant, domain, range))
    .orderBy('day')
    .execute();
  return days.map((row) => ({ ...row, scores: JSON.parse(row.scores) as number[] }));
}

export async function readOutcomeDays(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: DayRange,
): Promise<readonly OutcomeDay[]> {
  return db
    .selectFrom('outcome_counts')
    .select(['day', 'label', 'outcomes', 'current'])
    .where(isWithin(tenant, domain, range))
    .orderBy('day')
    .orderBy('label')
    .execute();
}

export async function readMutualDays(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: DayRange,
): Promise<readonly MutualDay[]> {
  const days = await db
    .selectFrom('mutual_counts')
    .select(['day', 'label', 'other_label', 'pairs'])
    .where(isWithin(tenant, domain, range))
    .orderBy('day')
    .execute();
  return days.map(({ day, label, other_label, pairs }) => ({ day, labels: [label, other_label], pairs }));
}

export async function readExposure(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<readonly ExposureGroup[]> {
  return db
    .selectFrom('exposure_counts')
    .select(['times', 'people'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .orderBy('times')
    .execute();
}

export async function readCoverage(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: DayRange,
): Promise<readonly CoverageDay[]> {
  const days = await db
    .selectFrom('coverage_days')
    .select(['day', 'sampled', 'shares'])
    .where(isWithin(tenant, domain, range))
    .orderBy('day')
    .execute();
  return days.map((row) => ({ ...row, shares: JSON.parse(row.shares) as Record<string, number> }));
}

export async function putCoverage(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  { day, sampled, shares }: CoverageDay,
): Promise<void> {
  await db
    .insertInto('coverage_days')
    .values({ tenant_id: tenant, domain, day, sampled, shares: JSON.stringify(shares) })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'domain', 'day']).doUpdateSet((eb) => ({
        sampled: eb.ref('excluded.sampled'),
        shares: eb.ref('excluded.shares'),
      })),
    )
    .execute();
}

export async function forgetCoverage(db: Kysely<Tables>, beforeDay: string): Promise<void> {
  await db.deleteFrom('coverage_days').where('day', '<', beforeDay).execute();
}
