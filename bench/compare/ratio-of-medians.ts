/**
 * The ratio of the medians of two samples, with its 95 % bootstrap interval (percentiles; Efron 1979). Each
 * side is resampled by itself.
 */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { median, quantileOfSorted } from '../../src/platform/numeric/statistics.ts';

export interface Ratio {
  readonly ratio: number;
  /** Null where a side has a single value, which has no spread. */
  readonly interval: readonly [low: number, high: number] | null;
}

const DRAWS = 2000;
const SEED = 1979;

/** Median of `b` divided by that of `a`; all values are above 0. */
export function ratioOfMedians(a: readonly number[], b: readonly number[]): Ratio {
  const ratio = median(b) / median(a);
  if (a.length < 2 || b.length < 2) return { ratio, interval: null };
  const random = new SeededRandom(SEED);
  const ratios = Float64Array.from(
    { length: DRAWS },
    () => resampledMedian(b, random) / resampledMedian(a, random),
  ).sort();
  return { ratio, interval: [quantileOfSorted(ratios, 0.025), quantileOfSorted(ratios, 0.975)] };
}

/** The median of one sample of ratios, with the same interval. */
export function medianOfRatios(ratios: readonly number[]): Ratio {
  const random = new SeededRandom(SEED);
  const medians = Float64Array.from({ length: DRAWS }, () => resampledMedian(ratios, random)).sort();
  return {
    ratio: median(ratios),
    interval: [quantileOfSorted(medians, 0.025), quantileOfSorted(medians, 0.975)],
  };
}

function resampledMedian(values: readonly number[], random: SeededRandom): number {
  return median(values.map(() => random.pick(values)));
}
