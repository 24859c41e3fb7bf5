/** When level and temperature of a model are fitted again on a tenant's outcomes. */
import type { StoredCalibration } from '../../../platform/storage/calibration-store.ts';

/** Outcomes from which a tenant's own level is served. */
export const FEWEST_OUTCOMES = 20;
/** Growth since the last fit, as a share of what that rests on. */
const GROWTH = 0.25;

/**
 * `known`: the last fit for this version of the model; `standing`: how many current outcomes the domain has. A
 * fit is due at 20 outcomes, and then whenever a quarter more of what it rests on has come or was withdrawn,
 * and 20 at least.
 */
export function calibrationDue(
  known: Pick<StoredCalibration, 'standing' | 'outcomes'> | undefined,
  standing: number,
): boolean {
  if (known === undefined) return standing >= FEWEST_OUTCOMES;
  return Math.abs(standing - known.standing) >= Math.max(FEWEST_OUTCOMES, GROWTH * known.outcomes);
}
