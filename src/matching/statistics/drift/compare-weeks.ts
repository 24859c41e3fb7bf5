/**
 * The drift of a week from the week before, as shares: 0 is no change. Where a week has too little data, the
 * difference would mostly be chance, and is null. With these least numbers chance alone makes a drift above
 * 0.2 at most about once in 200 weeks.
 */

/** Shown candidates of each week. With 20 buckets, chance moves at most about 0.08 of 1,000 scores. */
const LEAST_SHOWN = 1000;
/**
 * Positive outcomes of the earlier week: the relative error of a rate from 400 is 0.05, that of a change
 * 0.07.
 */
const LEAST_POSITIVE = 400;
/** People of each sample: the error of a share of 200 is at most 0.036. */
const LEAST_SAMPLED = 200;

/**
 * Share of the scores that would have to move for both histograms to be alike (total variation distance), 0
 * to 1.
 */
export function scoreDrift(now: readonly number[], before: readonly number[]): number | null {
  const [total, totalBefore] = [sum(now), sum(before)];
  if (total < LEAST_SHOWN || totalBefore < LEAST_SHOWN) return null;
  return sum(now.map((count, n) => Math.abs(count / total - before[n]! / totalBefore))) / 2;
}

export interface MatchRate {
  readonly shown: number;
  readonly positive: number;
}

/** Positive outcomes for each shown candidate; null where nothing was shown. */
export function rateOf({ shown, positive }: MatchRate): number | null {
  return shown === 0 ? null : positive / shown;
}

/** Relative change: −0.5 is half of the week before, 1 twice as much. */
export function matchRateDrift(now: MatchRate, before: MatchRate): number | null {
  if (now.shown < LEAST_SHOWN || before.shown < LEAST_SHOWN || before.positive < LEAST_POSITIVE) return null;
  return rateOf(now)! / rateOf(before)! - 1;
}

interface SampledShares {
  readonly sampled: number;
  readonly shares: Readonly<Record<string, number>>;
}

/** Difference of the shares of people with a value, by field; of fields that both samples have. */
export function coverageDrift(
  now: SampledShares | undefined,
  before: SampledShares | undefined,
): Readonly<Record<string, number>> {
  if (now === undefined || before === undefined) return {};
  if (now.sampled < LEAST_SAMPLED || before.sampled < LEAST_SAMPLED) return {};
  const both = Object.entries(now.shares).filter(([field]) => before.shares[field] !== undefined);
  return Object.fromEntries(both.map(([field, share]) => [field, share - before.shares[field]!]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
