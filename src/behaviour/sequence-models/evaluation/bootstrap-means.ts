/**
 * 95 % bootstrap intervals of means over cases (Efron 1979). People are resampled, each with all of their cases. All
 * columns share the same resamples, so the difference of two columns is a paired bootstrap. It detects
 * differences that two overlapping intervals hide.
 *
 * N cases, G people, D resamples (draws).
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
  /** The mean of each resample [D]; empty if there are fewer than two people. */
  readonly replicates: Float64Array;
}

export interface BootstrapOptions {
  /** D */
  readonly draws: number;
  readonly seed: number;
  /** The person of each case, ascending [N]. Absent: each case is another person. */
  readonly people?: Uint32Array;
}

/** The mean of each column; every column has N values. NaN if N is 0. */
export function bootstrapMeans(
  columns: readonly Float64Array[],
  { draws, seed, people }: BootstrapOptions,
): readonly BootstrapMean[] {
  const N = columns[0]?.length ?? 0;
  const starts = people === undefined ? Uint32Array.from({ length: N + 1 }, (_, n) => n) : startsOf(people);
  const G = starts.length - 1;
  const sparse = columns.map(toSparse);
  const random = new UniformStream(seed, 'bootstrap');
  // A single person has no spread, and is not resampled.
  const replicates = columns.map(() => new Float64Array(G < 2 ? 0 : draws));
  const times = new Float64Array(N);
  for (let draw = 0; G >= 2 && draw < draws; draw++) {
    times.fill(0);
    let drawn = 0;
    for (let n = 0; n < G; n++) {
      const person = random.below(G);
      const [from, to] = [starts[person]!, starts[person + 1]!];
      for (let at = from; at < to; at++) times[at]!++;
      drawn += to - from;
    }
    for (const [which, column] of sparse.entries())
      replicates[which]![draw] = weightedSum(column, times) / drawn;
  }
  times.fill(1);
  return sparse.map((column, which) => ({
    value: weightedSum(column, times) / N,
    replicates: replicates[which]!,
  }));
}

/** Where the cases of each person begin, and the number of cases [G + 1]. */
function startsOf(people: Uint32Array): Uint32Array {
  const starts = [...people.keys()].filter((n) => n === 0 || people[n] !== people[n - 1]);
  return Uint32Array.from([...starts, people.length]);
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
