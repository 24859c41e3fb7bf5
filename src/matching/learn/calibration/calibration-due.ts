/** When level and temperature of a model are fitted again on a tenant's outcomes. */
import type { StoredCalibration } from '../../../platform/storage/calibration-store.ts';

/** Outcomes from which a tenant's own level is served. */
export const FEWEST_OUTCOMES = 20;
/** Growth since the last fit, as a share of the outcomes that it rests on. */
const GROWTH = 0.25;

/**
 * `known`: the last fit for this version of the model; `standing`: the number of current outcomes of the
 * domain. A fit is due at 20 outcomes. It is due again when outcomes have come or were withdrawn: a quarter
 * of those it rests on, and at least 20.
 */
export function calibrationDue(
  known: Pick<StoredCalibration, 'standing' | 'outcomes'> | undefined,
  standing: number,
): boolean {
  if (known === undefined) return standing >= FEWEST_OUTCOMES;
  return Math.abs(standing - known.standing) >= Math.max(FEWEST_OUTCOMES, GROWTH * known.outcomes);
}
