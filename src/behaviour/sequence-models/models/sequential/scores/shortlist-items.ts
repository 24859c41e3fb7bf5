/**
 * A short list of items that has the best ones for certain. One pass over the int8 codes, in blocks, gives
 * each score an upper and a lower bound. The kth largest lower bound so far is the threshold: an item whose
 * upper bound is below it cannot be among the best k. The codes are a quarter of the vectors' bytes, and few
 * items remain for exact scores.
 */
import { KthLargest } from './kth-largest.ts';
import { SCAN_BLOCK, type ScorerMemory } from './scorer-memory.ts';

export interface ShortlistProblem {
  readonly state: Float32Array;
  /** The score is weight · (state · vector) + popularWeight · popularity + extra; at least 0. */
  readonly weight: number;
  readonly popularWeight: number;
  /** The caller adds it to every score. */
  readonly offset: number;
  /** The largest absolute value of `memory.extra`; 0: it is not read. */
  readonly largestExtra: number;
  /** Only these items are scored. The array does not change; null: all items. */
  readonly among: Uint32Array | null;
  readonly excluded: ReadonlySet<number>;
  /** k */
  readonly limit: number;
}

const FIRST_BLOCK = 128;
/** Relative to the numbers that are added; generous against float32, whose half step is 6e-8. */
const ROUNDING = 4e-6;

/** Item numbers in the order of `among`. Items with a vector of zeros fill it up to k. */
export function shortlistItems(memory: ScorerMemory, problem: ShortlistProblem): Uint32Array {
  const { among, excluded, limit } = problem;
  const list = scanner(memory, problem);
  const n = among?.length ?? memory.items;
  const threshold = new KthLargest(limit);
  const [items, uppers]: [number[], number[]] = [[], []];
  const least = () => threshold.value - slackOf(memory, problem, threshold.value);
  for (let from = 0, size = FIRST_BLOCK; from < n; from += size, size = Math.min(SCAN_BLOCK, 2 * size)) {
    const count = list(from, Math.min(size, n - from), least());
    for (let at = 0; at < count; at++) {
      const position = from + memory.listed[at]!;
      const item = among === null ? position : among[position]!;
      if (excluded.has(item)) continue;
      items.push(item);
      uppers.push(memory.uppers[at]!);
      threshold.add(memory.lowers[at]!);
    }
  }
  const last = least();
  return Uint32Array.from(items.filter((_, at) => uppers[at]! >= last));
}

/** The list in `rows`: that of a filter comes again and again. */
const scanned = new WeakMap<ScorerMemory, Uint32Array>();

/** Calls the kernel for a block of rows; returns how many it listed. */
function scanner(
  memory: ScorerMemory,
  { state, weight, popularWeight, largestExtra, among }: ShortlistProblem,
) {
  const { kernels, width: D, codes, query, scales, popularity, extra, rows, scan } = memory;
  const { step, norm } = writeQuery(memory, state);
  if (among !== null && among !== scanned.get(memory)) rows.set(among);
  if (among !== null) scanned.set(memory, among);
  scan.D = D;
  scan.query = query.byteOffset;
  scan.factor = weight * step;
  scan.bound = weight * norm;
  scan.popularWeight = popularWeight;
  scan.listed = memory.listed.byteOffset;
  scan.uppers = memory.uppers.byteOffset;
  scan.lowers = memory.lowers.byteOffset;
  return (from: number, count: number, least: number): number => {
    const shift = among === null ? from : 0;
    scan.codes = codes.byteOffset + shift * D;
    scan.scales = scales.byteOffset + 8 * shift;
    scan.popularity = popularity.byteOffset + 4 * shift;
    scan.extra = largestExtra === 0 ? 0 : extra.byteOffset + 4 * shift;
    scan.least = least;
    return kernels.listReaching(among === null ? 0 : rows.byteOffset + 4 * from, count, scan.address);
  };
}

/** Writes the state as whole numbers of `step`. */
function writeQuery({ query, queryLimit }: ScorerMemory, state: Float32Array) {
  let [largest, squared] = [0, 0];
  for (const value of state) {
    largest = Math.max(largest, Math.abs(value));
    squared += value * value;
  }
  const step = largest === 0 ? 1 : largest / queryLimit;
  for (let d = 0; d < state.length; d++) query[d] = Math.round(state[d]! / step);
  return { step, norm: Math.sqrt(squared) };
}

function slackOf(
  memory: ScorerMemory,
  { popularWeight, offset, largestExtra }: ShortlistProblem,
  value: number,
): number {
  if (value === Number.NEGATIVE_INFINITY) return 0;
  return ROUNDING * (Math.abs(value) + Math.abs(offset) + largestExtra + popularWeight * memory.mostPopular);
}
