/**
 * Intervals by the cluster bootstrap (Cameron, Gelbach and Miller 2008). Seekers, not pairs, are
 * resampled, because the decisions of one person are correlated. Intervals from resampled pairs are too
 * narrow by a half and more.
 *
 * A metric is a `Statistic`: a function of how often each cluster was drawn. It sorts and sums once, and then
 * takes one pass a draw: 1,000 draws over 100 k pairs take about a second. Statistics that are evaluated
 * together see the same draws, so their difference is the paired bootstrap.
 *
 * Intervals are percentiles. For a metric bounded by 0 and near it (ECE), draws lie above the value itself.
 * Its interval may begin above the value, and is then an upper bound.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { sumOfSquaredDeviations } from '../../../platform/numeric/statistics.ts';

/** `times[c]`: how often cluster c was drawn. All ones give the value itself; NaN where it is undefined. */
export type Statistic = (times: Float64Array) => number;

export interface Interval {
  readonly value: number;
  /** Bounds of the interval; NaN where no draw gave a number. */
  readonly low: number;
  readonly high: number;
  /** Standard deviation over the draws. */
  readonly standardError: number;
}

export interface BootstrapOptions {
  /** Number of clusters. */
  readonly clusters: number;
  readonly draws?: number;
  readonly seed?: number;
  /** Part of the draws inside the interval; default 0.95. */
  readonly confidence?: number;
}

/** One interval a statistic, all over the same draws. */
export function bootstrap(
  statistics: readonly Statistic[],
  { clusters, draws = 1000, seed = 1, confidence = 0.95 }: BootstrapOptions,
): readonly Interval[] {
  const random = new SeededRandom(seed);
  const times = new Float64Array(clusters).fill(1);
  const values = statistics.map((statistic) => statistic(times));
  const drawn = statistics.map(() => new Float64Array(draws));
  for (let draw = 0; draw < draws; draw++) {
    times.fill(0);
    for (let n = 0; n < clusters; n++) times[random.below(clusters)]!++;
    for (const [which, statistic] of statistics.entries()) drawn[which]![draw] = statistic(times);
  }
  return values.map((value, which) => intervalOf(value, drawn[which]!, confidence));
}

/** `a` minus `b`, draw by draw. */
export function difference(a: Statistic, b: Statistic): Statistic {
  return (times) => a(times) - b(times);
}

/** Numbers the distinct `ids` from 0 in order of first occurrence, so that empty clusters are never drawn. */
export function numberClusters(ids: Uint32Array): { readonly clusters: Uint32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const clusters = ids.map((id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  });
  return { clusters, count: numbers.size };
}

function intervalOf(value: number, drawn: Float64Array, confidence: number): Interval {
  const outside = (1 - confidence) / 2;
  const sorted = drawn.filter((number) => !Number.isNaN(number)).sort();
  const { length } = sorted;
  if (length === 0) return { value, low: Number.NaN, high: Number.NaN, standardError: Number.NaN };
  return {
    value,
    low: sorted[Math.floor(outside * (length - 1))]!,
    high: sorted[Math.ceil((1 - outside) * (length - 1))]!,
    standardError: Math.sqrt(sumOfSquaredDeviations(sorted) / Math.max(1, length - 1)),
  };
}
