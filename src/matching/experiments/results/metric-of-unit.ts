/** The primary metric of a unit: numerator and denominator. */
import type { PrimaryMetric } from '../../../contract/experiment.ts';
import type { UnitSums } from '../../../platform/numeric/confidence/ratio-of-sums.ts';
import type { UnitCounts } from '../../../platform/storage/experiment-store.ts';

type Outcome = 'mutual' | 'positives';

const metrics = {
  mutual_per_seeker_day: { outcome: 'mutual', per: 'seekerDays' },
  positive_per_seeker_day: { outcome: 'positives', per: 'seekerDays' },
  mutual_rate: { outcome: 'mutual', per: 'shown' },
  positive_rate: { outcome: 'positives', per: 'shown' },
} as const satisfies Record<PrimaryMetric, { readonly outcome: Outcome; readonly per: keyof UnitCounts }>;

export const outcomeOf = (metric: PrimaryMetric): Outcome => metrics[metric].outcome;

export function metricOfUnit(metric: PrimaryMetric, counts: UnitCounts): UnitSums {
  const { outcome, per } = metrics[metric];
  return { numerator: counts[outcome], denominator: counts[per] };
}

/**
 * The credit of two arms in one unit: +1 for each outcome of the treatment's candidates, -1 for each of the
 * control's. Units without an outcome say nothing.
 */
export function preferenceOfUnits(metric: PrimaryMetric, counts: readonly UnitCounts[]): readonly UnitSums[] {
  const outcome = outcomeOf(metric);
  const units = new Map<string, { numerator: number; denominator: number }>();
  for (const { arm, unit, [outcome]: credit } of counts) {
    if (arm === null || credit === 0) continue;
    const before = units.get(unit) ?? { numerator: 0, denominator: 0 };
    units.set(unit, {
      numerator: before.numerator + (arm === 1 ? credit : -credit),
      denominator: before.denominator + credit,
    });
  }
  return [...units.values()];
}
