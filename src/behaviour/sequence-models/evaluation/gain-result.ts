/**
 * Decides whether a model wins over a baseline. The difference is taken for each person, on the same people,
 * and its mean is bootstrapped over people. The 95 % percentile interval of the paired differences must lie
 * above 0. Intervals of the two means say less, because a person who is hard for one ranker is hard for the
 * other.
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 16. For rankings, Smucker,
 * Allan and Carterette (CIKM 2007) found that the paired bootstrap decides as the paired t test and the
 * randomization test do. Over few people a percentile interval is too narrow (Hesterberg, The American
 * Statistician 69, 2015, section 4). Fewer than 20 people therefore give no win.
 */
import type { Measure } from './bootstrap-means.ts';

export type GainResult = 'wins' | 'undecided' | 'loses';

const MIN_PEOPLE = 20;

/** From this share on, ties may decide a comparison. */
export const TIED_SHARE_THAT_MATTERS = 0.01;

/** Whether this number of people can prove a difference. */
export function areEnough(people: number): boolean {
  return people >= MIN_PEOPLE;
}

/**
 * A lower mean is a loss even if the interval does not confirm it: a card must not sound better than its
 * figures.
 */
export function gainResult({ value, low }: Measure, people: number): GainResult {
  if (value === null || value < 0) return 'loses';
  return low !== null && low > 0 && areEnough(people) ? 'wins' : 'undecided';
}
