/**
 * Counters that are kept beside the data, so that a statistic costs the reading of counters and not of rows.
 *
 * Invariants: the counters of outcomes and people equal a recount of their rows at any time. The counters of
 * shown matches equal a recount of the kept matches that are counted. Matches are counted a few seconds after
 * their answer, each exactly once. An erasure, and the end of the time that matches are kept, take out what
 * they remove in the same transaction.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { FieldValues } from '../../domains/field.ts';
import type { ProfileRow } from './profile-row.ts';

/** Equal parts of 0..1. */
export const SCORE_BUCKETS = 20;
/** A candidate is a newcomer for this long after the row was created. */
export const NEWCOMER_DAYS = 14;

export interface StatisticsStore {
  /**
   * Counts up to `limit` waiting matches of the first tenant after `after` (null: of all), newest first.
   * Returns that tenant, or null where no later tenant has one.
   */
  countShown(after: TenantId | null, limit: number): Promise<TenantId | null>;
  /** Matches of the tenant that wait to be counted, at most `most`. */
  waitingMatches(tenant: TenantId, most: number): Promise<number>;
  /** People of the domain. */
  people(tenant: TenantId, domain: string): Promise<number>;
  /** Days with counts between two days, both included, in order. */
  matchDays(tenant: TenantId, domain: string, days: DayRange): Promise<readonly MatchDay[]>;
  outcomeDays(tenant: TenantId, domain: string, days: DayRange): Promise<readonly OutcomeDay[]>;
  /** Pairs with a current outcome of both sides, by the day of the later one. */
  mutualDays(tenant: TenantId, domain: string, days: DayRange): Promise<readonly MutualDay[]>;
  /** How many people the counted matches showed exactly so many times, fewest times first. */
  exposure(tenant: TenantId, domain: string): Promise<readonly ExposureGroup[]>;
  /**
   * All rows of a domain with up to `most` people. For a larger domain, a random sample of at most and about
   * `most` rows, in which every row is equally likely.
   */
  sampleRows(tenant: TenantId, domain: string, most: number): Promise<readonly SampledRow[]>;
  /** The stored rows of these ids, in any order. */
  rowsOf(tenant: TenantId, domain: string, userIds: readonly string[]): Promise<readonly SampledRow[]>;
  /** Replaces the coverage of the day. */
  putCoverage(tenant: TenantId, domain: string, coverage: CoverageDay): Promise<void>;
  coverage(tenant: TenantId, domain: string, days: DayRange): Promise<readonly CoverageDay[]>;
  forgetCoverage(beforeDay: string): Promise<void>;
}

/** Days as 2026-03-01, UTC, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface MatchDay {
  readonly day: string;
  readonly matches: number;
  /** Matches that showed no one. */
  readonly empty: number;
  readonly shown: number;
  /** Shown candidates whose row was less than `NEWCOMER_DAYS` old. */
  readonly newcomers: number;
  /** How many scores lie in each of `SCORE_BUCKETS` equal parts of 0..1. */
  readonly scores: readonly number[];
}

export interface OutcomeDay {
  readonly day: string;
  readonly label: string;
  readonly outcomes: number;
  /** Outcomes that are the current label of their pair. */
  readonly current: number;
}

export interface MutualDay {
  readonly day: string;
  readonly labels: readonly [string, string];
  readonly pairs: number;
}

export interface ExposureGroup {
  readonly times: number;
  readonly people: number;
}

/** The part of a row that coverage and the places of a search index need. */
export interface SampledRow {
  readonly userId: string;
  readonly fields: FieldValues;
  readonly derived: FieldValues;
  readonly places: ProfileRow['places'];
  readonly layers: ProfileRow['layers'];
}

export interface CoverageDay {
  readonly day: string;
  readonly sampled: number;
  /** Share of the people of the sample who have a value, 0..1, by field. */
  readonly shares: Readonly<Record<string, number>>;
}
