/**
 * 95 % bootstrap intervals of means over cases (Efron 1979). A case is a person, so people are resampled. All
 * columns share the same resamples, so the difference of two columns is a paired bootstrap. It detects
 * differences that two overlapping intervals hide.
 *
 * N cases, D resamples (draws).
 */
import { UniformStream } from '../../../platform/numeric/random-streams.ts';

/** A value with its 95 % interval; nulls if there is no data for it. */
export interface Measure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface BootstrapMean {
  readonly value: number;
  /** The mean of each resample [D]; empty if there are fewer than two cases. */
  readonly replicates: Float64Array;
}

export interface BootstrapOptions {
  /** D */
  readonly draws: number;
  readonly seed: number;
}

/** The mean of each column; every column has N values. NaN if N is 0. */
export function bootstrapMeans(
  columns: readonly Float64Array[],
  { draws, seed }: BootstrapOptions,
): readonly BootstrapMean[] {
  const N = columns[0]?.length ?? 0;
  const sparse = columns.map(toSparse);
  const random = new UniformStream(seed, 'bootstrap');
  // A single case has no spread, so it is not resampled.
  const replicates = columns.map(() => new Float64Array(N < 2 ? 0 : draws));
  const times = new Float64Array(N);
  for (let draw = 0; N >= 2 && draw < draws; draw++) {
    times.fill(0);
    for (let n = 0; n < N; n++) times[random.below(N)]!++;
    for (const [which, column] of sparse.entries()) replicates[which]![draw] = weightedSum(column, times) / N;
  }
  times.fill(1);
  return sparse.map((column, which) => ({
    value: weightedSum(column, times) / N,
    replicates: replicates[which]!,
  }));
}

/** `a` minus `b`, resample by resample. */
export function difference(a: BootstrapMean, b: BootstrapMean): BootstrapMean {
  return {
    value: a.value - b.value,
    replicates: a.replicates.map((mean, draw) => mean - b.replicates[draw]!),
  };
}

/** The mean with its percentile interval; nulls if there are no cases. */
export function measureOf({ value, replicates }: BootstrapMean): Measure {
  if (Number.isNaN(value)) return { value: null, low: null, high: null };
  const sorted = replicates.toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? null;
  return { value, low: at(0.025), high: at(0.975) };
}

/** The nonzero values of a column: most cases are misses, whose value is 0. */
interface SparseColumn {
  readonly rows: Uint32Array;
  readonly values: Float64Array;
}

function toSparse(column: Float64Array): SparseColumn {
  const rows = Uint32Array.from(column.keys()).filter((row) => column[row] !== 0);
  return { rows, values: Float64Array.from(rows, (row) => column[row]!) };
}

function weightedSum({ rows, values }: SparseColumn, times: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < rows.length; n++) sum += values[n]! * times[rows[n]!]!;
  return sum;
}
