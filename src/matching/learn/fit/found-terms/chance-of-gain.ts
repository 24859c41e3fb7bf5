/** Whether a gain is more than chance, by the gains of null copies and the number of tests. */
import { mean, standardDeviation } from '../../../../platform/numeric/statistics.ts';

/** Chance that a fit finds a term by side where there is none. */
const CHANCE = 0.05;

/**
 * How far a gain exceeds its null copies, in standard deviations of a normal. The null gains are taken as a
 * gamma distribution of their mean and variance, whose cube root is nearly normal (Wilson and Hilferty 1931).
 */
export function deviationsAbove(gain: number, nulls: readonly number[]): number {
  const centre = Math.max(1e-9, mean(nulls));
  const spread = Math.max(1e-9, standardDeviation(nulls));
  const part = (spread / centre) ** 2 / 9;
  return (Math.cbrt(Math.max(0, gain) / centre) - 1 + part) / Math.sqrt(part);
}

/**
 * The standard deviations that one of `tests` must exceed (Bonferroni). The tail of a normal is at most
 * exp(−z²/2) / 2.
 */
export function deviationsWanted(tests: number): number {
  return Math.sqrt(2 * Math.log(Math.max(1, tests) / (2 * CHANCE)));
}
