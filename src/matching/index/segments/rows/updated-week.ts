/**
 * The week of a time, two bytes a row in place of eight. Upper-bound pruning looks up by it the most points
 * that a row of that week may have.
 */

export const WEEK_MS = 7 * 86_400_000;
/** No time. */
export const NO_WEEK = -(2 ** 15);

/** Weeks since 1970, from -(2^15 - 1) to 2^15 - 1: times beyond are in the first and the last one. */
export function weekOf(ms: number): number {
  if (Number.isNaN(ms)) return NO_WEEK;
  return Math.max(NO_WEEK + 1, Math.min(-(NO_WEEK + 1), Math.floor(ms / WEEK_MS)));
}
