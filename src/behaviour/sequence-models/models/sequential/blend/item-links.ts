/**
 * A sparse matrix from items of a history (rows) to scored items (columns): the stored form of a part of a
 * blend.
 *
 * I items, E entries.
 */
import { itemWeight } from '../../../baselines/item-weights.ts';

export interface ItemLinks {
  /** Row i has the entries from `offsets[i]` up to, not including, `offsets[i + 1]` [I + 1]. */
  readonly offsets: Uint32Array;
  /** Item numbers [E]. */
  readonly items: Uint32Array;
  /** [E] */
  readonly weights: Float32Array;
}

export interface LinkRow {
  readonly items: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** Bounds the memory of a part: 2^23 entries are 64 MiB. */
const MAX_ENTRIES = 2 ** 23;

/**
 * Keeps the `width` largest weights of each row by absolute value, and fewer in a large catalogue. `rowOf` is
 * called once for each item, in order. `keptShare`: the kept part of the sum of squared weights, 0..1.
 */
export function largestLinks(
  I: number,
  width: number,
  rowOf: (item: number) => LinkRow,
): { readonly links: ItemLinks; readonly keptShare: number } {
  const most = Math.max(1, Math.min(width, Math.floor(MAX_ENTRIES / Math.max(1, I))));
  const offsets = new Uint32Array(I + 1);
  const [items, weights]: [number[], number[]] = [[], []];
  let [kept, all] = [0, 0];
  for (let item = 0; item < I; item++) {
    const row = rowOf(item);
    for (let at = 0; at < row.items.length; at++) all += row.weights[at]! ** 2;
    for (const at of largestOf(row.weights, most)) {
      items.push(row.items[at]!);
      weights.push(row.weights[at]!);
      kept += row.weights[at]! ** 2;
    }
    offsets[item + 1] = items.length;
  }
  const links = { offsets, items: Uint32Array.from(items), weights: Float32Array.from(weights) };
  return { links, keptShare: all === 0 ? 1 : kept / all };
}

/** Positions of the `count` largest nonzero weights by absolute value, ascending. Ties: lower positions. */
function largestOf(weights: ArrayLike<number>, count: number): readonly number[] {
  const positions: number[] = [];
  for (let at = 0; at < weights.length; at++) if (weights[at] !== 0) positions.push(at);
  if (positions.length <= count) return positions;
  const size = (at: number) => Math.abs(weights[at]!);
  const threshold = Float64Array.from(positions, size).sort()[positions.length - count]!;
  const above = positions.filter((at) => size(at) > threshold);
  const tied = positions.filter((at) => size(at) === threshold).slice(0, count - above.length);
  return [...above, ...tied].sort((a, b) => a - b);
}

export interface HistoryReading {
  /** τ: the decay of an item's weight (`item-weights.ts`). */
  readonly tau: number;
  /** The number of last items that are read. */
  readonly items: number;
}

/**
 * Adds up the rows of a history's items. The sums are reset by the next call, at the cost of the items that
 * were touched.
 */
export class LinkSums {
  /** By item; 0 for items that are not touched [I]. */
  readonly sums: Float64Array;
  /** The items of the last call, in order of first occurrence. */
  touched: Uint32Array;
  readonly #links: ItemLinks;
  readonly #reads: HistoryReading;
  readonly #isTouched: Uint8Array;
  readonly #list: Uint32Array;

  constructor(links: ItemLinks, reads: HistoryReading) {
    const I = links.offsets.length - 1;
    this.#links = links;
    this.#reads = reads;
    this.sums = new Float64Array(I);
    this.#isTouched = new Uint8Array(I);
    this.#list = new Uint32Array(I);
    this.touched = this.#list.subarray(0, 0);
  }

  add(history: Uint32Array): void {
    for (const item of this.touched) {
      this.sums[item] = 0;
      this.#isTouched[item] = 0;
    }
    const { offsets, items, weights } = this.#links;
    let count = 0;
    for (let back = 0; back < Math.min(this.#reads.items, history.length); back++) {
      const weight = itemWeight(this.#reads.tau, back);
      const row = history[history.length - 1 - back]!;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
        const item = items[at]!;
        if (this.#isTouched[item] === 0) {
          this.#isTouched[item] = 1;
          this.#list[count++] = item;
        }
        this.sums[item]! += weight * weights[at]!;
      }
    }
    this.touched = this.#list.subarray(0, count);
  }
}
