/** Histograms of seconds as counts by bucket, with percentiles in milliseconds. */
import type { Latency } from '../../../contract/system.ts';
import type { MeasuredValue } from './measured-values.ts';

const MS = 1000;

/**
 * Histograms of several label values are added up. `values`: of a histogram of prom-client, whose buckets are
 * cumulative.
 */
export function latencyOf(values: readonly MeasuredValue[]): Latency {
  const cumulative = new Map<number, number>();
  let sum = 0;
  for (const { metricName = '', labels, value } of values) {
    if (metricName.endsWith('_sum')) sum += value;
    if (!metricName.endsWith('_bucket')) continue;
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
    cumulative.set(bound, (cumulative.get(bound) ?? 0) + value);
  }
  const bounds = [...cumulative.keys()].sort((a, b) => a - b);
  const buckets = bounds.map((bound, at) => ({
    bound,
    count: cumulative.get(bound)! - (at === 0 ? 0 : cumulative.get(bounds[at - 1]!)!),
  }));
  const count = buckets.reduce((all, bucket) => all + bucket.count, 0);
  const percentile = (share: number) => {
    const seconds = quantile(buckets, share * count);
    return seconds === null ? null : rounded(seconds);
  };
  return {
    count,
    mean_ms: count === 0 ? null : rounded(sum / count),
    p50_ms: percentile(0.5),
    p90_ms: percentile(0.9),
    p99_ms: percentile(0.99),
    buckets: buckets.map(({ bound, count: inBucket }) => ({
      up_to_ms: Number.isFinite(bound) ? rounded(bound) : null,
      count: inBucket,
    })),
  };
}

interface Bucket {
  /** Seconds. */
  readonly bound: number;
  readonly count: number;
}

/**
 * The measurement of this rank, as if the measurements of a bucket were spread evenly over it. In the bucket
 * without a bound: the bound below it. null: nothing was measured.
 */
function quantile(buckets: readonly Bucket[], rank: number): number | null {
  let below = 0;
  let from = 0;
  for (const { bound, count } of buckets) {
    if (count > 0 && below + count >= rank) {
      return Number.isFinite(bound) ? from + (bound - from) * ((rank - below) / count) : from;
    }
    below += count;
    if (Number.isFinite(bound)) from = bound;
  }
  return null;
}

/** Milliseconds with three decimals. */
function rounded(seconds: number): number {
  return Math.round(seconds * MS * MS) / MS;
}
