/**
 * Links each new item with the known items that it resembles most. The measure is the cosine of their centred
 * contents: the vectors of their texts or of their codes. A new item whose content says nothing is linked
 * with the known items that have the fewest events.
 *
 * I items, N new items, M neighbours, W width of a content vector.
 */
import { openMultiply } from '../../baselines/open-multiply.ts';
import { NEIGHBOURS, weightsByCosine } from '../../items/content-neighbours.ts';
import { selectBest } from '../../serving/select-best.ts';
import type { NewItemLinks } from './new-items.ts';

export interface Linkable {
  /** Numbers of new items, ascending [N]. */
  readonly newItems: Uint32Array;
  /** Numbers of known items, most events first. */
  readonly known: Uint32Array;
  /** Relative to a known item [N]. */
  readonly rates: Float32Array;
  /** Row-major [I × W]. */
  readonly contents: { readonly values: Float32Array; readonly width: number };
}

/** The most that a known item hands over, relative to its own probability afterwards. */
const MAX_HANDED_OVER = 0.5;
/** Bounds the time: known items beyond these, which have the fewest events, are no neighbours. */
const MAX_KNOWN = 50_000;
const MAX_PRODUCTS = 2 ** 24;

/** Throws `signal.reason`. */
export async function linkNewItems(
  { newItems, known, rates, contents }: Linkable,
  { signal, threads }: { readonly signal: AbortSignal; readonly threads: number },
): Promise<NewItemLinks> {
  const most = known.subarray(0, MAX_KNOWN);
  const M = Math.min(NEIGHBOURS, most.length);
  const [N, C, W] = [newItems.length, most.length, contents.width];
  const neighbours = new Uint32Array(N * M);
  const transfers = new Float32Array(N * M);
  const rows = unitRows(contents, known);
  const rowsOfKnown = rowsOf(rows, most, W);
  const multiply = await openMultiply(threads);
  const atOnce = Math.max(1, Math.floor(MAX_PRODUCTS / Math.max(1, C)));
  try {
    for (let from = 0; from < N; from += atOnce) {
      signal.throwIfAborted();
      const some = newItems.subarray(from, from + atOnce);
      const own = new Float32Array(some.length * W);
      for (const [row, item] of some.entries()) own.set(rows.subarray(item * W, (item + 1) * W), row * W);
      const cosines = await multiply.multiply(own, rowsOfKnown, { m: some.length, k: W, n: C });
      for (const row of some.keys()) {
        const ofRow = cosines.subarray(row * C, (row + 1) * C);
        const saysNothing = own.subarray(row * W, (row + 1) * W).every((value) => value === 0);
        const best = saysNothing
          ? Uint32Array.from({ length: M }, (_, nth) => C - 1 - nth)
          : selectBest(ofRow, M, (at) => at);
        const weights = weightsByCosine(Array.from(best, (at) => ofRow[at]!));
        for (const [nth, at] of best.entries()) {
          neighbours[(from + row) * M + nth] = most[at]!;
          transfers[(from + row) * M + nth] = weights[nth]! * rates[from + row]!;
        }
      }
    }
  } finally {
    await multiply.close();
  }
  bound(neighbours, transfers);
  return { neighbourCount: M, neighbours, transfers };
}

/** Scales down transfers so that no known item hands over more than the most. */
function bound(neighbours: Uint32Array, transfers: Float32Array): void {
  const sums = new Map<number, number>();
  for (const [link, item] of neighbours.entries()) sums.set(item, (sums.get(item) ?? 0) + transfers[link]!);
  for (const [link, item] of neighbours.entries())
    transfers[link]! *= Math.min(1, MAX_HANDED_OVER / sums.get(item)!);
}

/** Rows minus the mean of the known ones, of unit norm or zero. */
function unitRows({ values, width: W }: Linkable['contents'], known: Uint32Array): Float32Array {
  const mean = new Float64Array(W);
  for (const item of known) for (let w = 0; w < W; w++) mean[w]! += values[item * W + w]! / known.length;
  const rows = new Float32Array(values.length);
  for (let start = 0; start < values.length; start += W) {
    if (values.subarray(start, start + W).every((value) => value === 0)) continue;
    let norm = 0;
    for (let w = 0; w < W; w++) norm += (values[start + w]! - mean[w]!) ** 2;
    norm = Math.sqrt(norm);
    if (norm === 0) continue;
    for (let w = 0; w < W; w++) rows[start + w] = (values[start + w]! - mean[w]!) / norm;
  }
  return rows;
}

function rowsOf(rows: Float32Array, items: Uint32Array, W: number): Float32Array {
  const own = new Float32Array(W * items.length);
  for (const [row, item] of items.entries()) own.set(rows.subarray(item * W, (item + 1) * W), row * W);
  return own;
}
