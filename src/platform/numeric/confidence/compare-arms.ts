/**
 * The effect of an arm, with its confidence sequence. The normal limit needs enough units with outcomes;
 * before that nothing is said. The minimums were chosen on null worlds (`npm run eval -- experiments`).
 */
import { type Interval, intervalAt, type SequenceSettings } from './confidence-sequence.ts';
import type { RatioEstimate } from './ratio-of-sums.ts';

/** Units of each arm. */
export const LEAST_UNITS = 30;
/** Units of each arm whose numerator is not 0. */
export const LEAST_UNITS_WITH_EVENTS = 10;

/** Treatment minus control. null: too few units. */
export function differenceOfArms(
  control: RatioEstimate,
  treatment: RatioEstimate,
  settings: SequenceSettings,
): Interval | null {
  if (!isEnough(control) || !isEnough(treatment)) return null;
  const standardError = Math.hypot(control.standardError, treatment.standardError);
  return intervalAt(treatment.ratio - control.ratio, standardError, settings);
}

/** One mean against 0: the preference for one arm where both serve every unit. null: too few units. */
export function preferenceOfArms(preference: RatioEstimate, settings: SequenceSettings): Interval | null {
  if (!isEnough(preference)) return null;
  return intervalAt(preference.ratio, preference.standardError, settings);
}

/** As `differenceOfArms`, for an event that the control may not have at all. null: too few units. */
export function riseOfRate(
  control: RatioEstimate,
  treatment: RatioEstimate,
  settings: SequenceSettings,
): Interval | null {
  if (control.units < LEAST_UNITS || treatment.units < LEAST_UNITS) return null;
  const standardError = Math.hypot(control.standardError, treatment.standardError);
  const estimate = treatment.ratio - control.ratio;
  if (treatment.unitsWithEvents < LEAST_UNITS_WITH_EVENTS || !(standardError > 0))
    return { estimate, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return intervalAt(estimate, standardError, settings);
}

function isEnough({ units, unitsWithEvents, standardError }: RatioEstimate): boolean {
  return units >= LEAST_UNITS && unitsWithEvents >= LEAST_UNITS_WITH_EVENTS && standardError > 0;
}
