/**
 * Compares the last seven whole days of a domain with the seven days before. It reads counters and the daily
 * records of coverage, and no row of a person.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import {
  type DayRange,
  SCORE_BUCKETS,
  type StatisticsStore,
} from '../../../platform/storage/statistics-store.ts';
import { daysBefore } from '../days.ts';
import { coverageDrift, type MatchRate, matchRateDrift, rateOf, scoreDrift } from './compare-weeks.ts';

export interface DomainDrift {
  /** Share of people with a value, by field; of the newest record. */
  readonly coverage: Readonly<Record<string, number>>;
  /** Against a record of a week before, by field. */
  readonly coverageDrift: Readonly<Record<string, number>>;
  /** Share of the scores that lie elsewhere than in the week before; null: too few. */
  readonly scoreDrift: number | null;
  /** Positive outcomes for each shown candidate of the week; null: none was shown. */
  readonly matchRate: number | null;
  /** Relative change; null: too few. */
  readonly matchRateDrift: number | null;
}

/** Yesterday and the six days before: a day that has just begun would look like a fall. */
const WEEK = { first: 7, last: 1 } as const;
const WEEK_BEFORE = { first: 14, last: 8 } as const;
/** A newer record is missing where the service was off, so some days more are looked at. */
const LATEST_RECORD = { first: 6, last: 0 } as const;
const EARLIER_RECORD = { first: 13, last: 7 } as const;

type DriftStore = Pick<StatisticsStore, 'matchDays' | 'outcomeDays' | 'coverage'>;

export async function measureDrift(
  statistics: DriftStore,
  tenant: TenantId,
  { definition: { domain }, labels }: Pick<ActiveDomain, 'definition' | 'labels'>,
  nowMs: number,
): Promise<DomainDrift> {
  const range = ({ first, last }: { readonly first: number; readonly last: number }): DayRange => ({
    from: daysBefore(nowMs, first),
    to: daysBefore(nowMs, last),
  });
  const [week, before] = await Promise.all(
    [WEEK, WEEK_BEFORE].map((days) => readWeek(statistics, tenant, domain, range(days), labels)),
  );
  const latest = (await statistics.coverage(tenant, domain, range(LATEST_RECORD))).at(-1);
  const earlier = (await statistics.coverage(tenant, domain, range(EARLIER_RECORD))).at(-1);
  return {
    coverage: latest?.shares ?? {},
    coverageDrift: coverageDrift(latest, earlier),
    scoreDrift: scoreDrift(week!.scores, before!.scores),
    matchRate: rateOf(week!),
    matchRateDrift: matchRateDrift(week!, before!),
  };
}

interface Week extends MatchRate {
  readonly scores: readonly number[];
}

async function readWeek(
  statistics: DriftStore,
  tenant: TenantId,
  domain: string,
  days: DayRange,
  polarities: Readonly<Record<string, number>>,
): Promise<Week> {
  const [matches, outcomes] = await Promise.all([
    statistics.matchDays(tenant, domain, days),
    statistics.outcomeDays(tenant, domain, days),
  ]);
  const scores = new Array<number>(SCORE_BUCKETS).fill(0);
  let [shown, positive] = [0, 0];
  for (const day of matches) {
    shown += day.shown;
    day.scores.forEach((count, bucket) => {
      scores[bucket]! += count;
    });
  }
  for (const { label, current } of outcomes) if ((polarities[label] ?? 0) > 0) positive += current;
  return { scores, shown, positive };
}
