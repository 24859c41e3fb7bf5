/**
 * The nearest rows by cosine. Exact search reads every vector once with a query of whole numbers, wrong by no more than
 * `quickError`, and takes the exact cosine of those alone that may be among the k; a preselection reads the sign codes first
 * (32 bytes a row in place of 256) and leaves the rest unread.
 */
import type { Kernels } from '../kernels/kernels.ts';
import { BestHeap } from './best-heap.ts';
import type { Place } from './place-clauses.ts';
import type { BestRows, VectorSearch } from './query-program.ts';
import type { Placing } from './scratch.ts';
import type { VectorPlanes } from './segment-layout.ts';
import { BATCH_ROWS, type Work } from './work-areas.ts';

export interface NearestSearch {
  /** Over the rows in the work's bitmap, of which there are `kept`; cosines below `floor` may be missing. */
  run(segment: Place, kept: number, floor: number): { readonly best: BestRows; readonly without: BestRows };
}

/** The query's code as 16-bit whole numbers. */
interface WholeQuery {
  readonly codes: Int16Array;
  readonly scale: number;
}

export function placeSearch(
  search: VectorSearch,
  work: Work,
  kernels: Kernels,
  placing: Placing,
  capacity: number,
): NearestSearch {
  const { query, preselect } = search;
  const D = query.length;
  const whole = wholeQuery(query);
  const signBits = 128 * Math.ceil(D / 128);
  const at = {
    query: placing.put(query),
    whole: placing.put(whole.codes, 2 * 16 * Math.ceil(D / 16)),
    cosines: placing.take(4 * BATCH_ROWS),
    near: placing.take(4 * BATCH_ROWS),
    code: placing.put(preselect?.code ?? new Uint32Array(), signBits / 8),
    counts: placing.take(4 * (signBits + 1)),
    distances: preselect === null ? 0 : placing.take(2 * capacity),
  };
  const length = norm(query);
  const best = new BestHeap(Math.max(0, Math.min(search.k, capacity)));
  const without = new BestHeap(Math.max(0, Math.min(search.withoutVector, capacity)));
  return {
    run(segment, kept, floor) {
      const run = new SearchRun(
        search,
        { ...work, ...at },
        { length, whole, floor },
        { best, without },
        kernels,
        segment,
      );
      return preselect !== null && kept > preselect.count ? run.preselected(preselect.count) : run.exactly();
    },
  };
}

interface Areas extends Work {
  readonly query: number;
  readonly whole: number;
  readonly cosines: number;
  readonly near: number;
  readonly code: number;
  readonly counts: number;
  readonly distances: number;
}

/** One search over one segment. */
class SearchRun {
  readonly #at: Areas;
  readonly #length: number;
  readonly #whole: WholeQuery;
  readonly #floor: number;
  readonly #best: BestHeap;
  readonly #without: BestHeap;
  readonly #kernels: Kernels;
  readonly #base: number;
  readonly #words: number;
  readonly #planes: VectorPlanes;
  readonly #cells: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #near: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #cosines: Float32Array;
  readonly #counts: Uint32Array;
  readonly #distances: Uint16Array;
  readonly #ties: Uint32Array;

  constructor(
    search: VectorSearch,
    at: Areas,
    query: { readonly length: number; readonly whole: WholeQuery; readonly floor: number },
    heaps: { readonly best: BestHeap; readonly without: BestHeap },
    kernels: Kernels,
    { memory, base, layout }: Place,
  ) {
    const planes = layout.vectors[search.group];
    if (planes === undefined || planes.dimension !== search.query.length) {
      throw new Error(
        `the query has ${search.query.length} dimensions, vectors of group ${search.group} have ${planes?.dimension ?? 'none'}`,
      );
    }
    const { buffer } = memory;
    this.#at = at;
    this.#length = query.length;
    this.#whole = query.whole;
    this.#floor = query.floor;
    this.#best = heaps.best;
    this.#without = heaps.without;
    this.#kernels = kernels;
    this.#base = base;
    this.#words = layout.capacity / 32;
    this.#planes = planes;
    this.#cells = new Uint32Array(buffer, at.cells, 2);
    this.#rows = new Uint32Array(buffer, at.rows, BATCH_ROWS);
    this.#near = new Uint32Array(buffer, at.near, BATCH_ROWS);
    this.#positions = new Uint32Array(buffer, at.positions, BATCH_ROWS);
    this.#cosines = new Float32Array(buffer, at.cosines, BATCH_ROWS);
    this.#counts = new Uint32Array(buffer, at.counts, 32 * planes.signWords + 1);
    this.#distances = new Uint16Array(buffer, at.distances, at.distances === 0 ? 0 : layout.capacity);
    this.#ties = new Uint32Array(buffer, base + layout.ties, layout.capacity);
    heaps.best.clear();
    heaps.without.clear();
  }

  exactly() {
    const { dimension } = this.#planes;
    if (!Number.isFinite(1 / this.#length)) return this.#noneCompares();
    const isQuick = dimension % 16 === 0;
    const error = quickError(this.#whole.scale, dimension, this.#length);
    this.#eachBlock((n) => {
      if (!isQuick) {
        this.#exactCosines(this.#at.rows, this.#rows, n, true);
        return;
      }
      this.#quickCosines(n);
      this.#offerWithout(n);
      const floor = Math.max(this.#best.floor, this.#floor) - error;
      const near = this.#kernels.listAtLeast(
        this.#at.cosines,
        n,
        Math.fround(floor) - 1e-7,
        this.#at.positions,
      );
      for (let c = 0; c < near; c++) this.#near[c] = this.#rows[this.#positions[c]!]!;
      this.#exactCosines(this.#at.near, this.#near, near, false);
    });
    return this.#found();
  }

  preselected(count: number) {
    if (!Number.isFinite(1 / this.#length)) return this.#noneCompares();
    const { signs, signWords, squares } = this.#planes;
    const { rows, counts, distances, code, near } = this.#at;
    this.#counts.fill(0);
    let seen = 0;
    this.#eachBlock((n) => {
      const to = distances + 2 * seen;
      const signsAt = this.#base + signs;
      this.#kernels.hammingDistances(rows, n, to, counts, signsAt, signWords, code, this.#base + squares);
      this.#offerDistant(n, seen);
      seen += n;
    });
    const most = distanceOf(this.#counts, count);
    seen = 0;
    this.#eachBlock((n) => {
      const kept = this.#kernels.listWithin(rows, n, distances + 2 * seen, most, near);
      seen += n;
      this.#exactCosines(near, this.#near, kept, false);
    });
    return this.#found();
  }

  #found() {
    return { best: this.#best.take(), without: this.#without.take() };
  }

  #noneCompares() {
    this.#eachBlock((n) => {
      for (let i = 0; i < n; i++) this.#offerRow(this.#without, Number.NaN, this.#rows[i]!);
    });
    return this.#found();
  }

  #eachBlock(act: (n: number) => void): void {
    for (let word = 0; word < this.#words; ) {
      const { bitmap, rows, cells } = this.#at;
      const n = this.#kernels.listRows(bitmap, this.#words, word, rows, BATCH_ROWS, cells);
      word = this.#cells[0]!;
      if (n > 0) act(n);
    }
  }

  #quickCosines(n: number): void {
    const { codes, dimension, squares } = this.#planes;
    const { rows, cosines, whole } = this.#at;
    const factor = this.#whole.scale / this.#length;
    const [codesAt, squaresAt] = [this.#base + codes, this.#base + squares];
    this.#kernels.quickCosines(rows, n, cosines, codesAt, dimension, squaresAt, whole, factor);
  }

  #exactCosines(listAt: number, list: Uint32Array, n: number, withNone: boolean): void {
    const { codes, dimension, squares } = this.#planes;
    const { cosines, query } = this.#at;
    const [codesAt, squaresAt] = [this.#base + codes, this.#base + squares];
    this.#kernels.exactCosines(listAt, n, cosines, codesAt, dimension, squaresAt, query, 1 / this.#length);
    for (let i = 0; i < n; i++) {
      const cosine = this.#cosines[i]!;
      if (cosine >= this.#floor) this.#offerRow(this.#best, cosine, list[i]!);
      else if (withNone && Number.isNaN(cosine)) this.#offerRow(this.#without, cosine, list[i]!);
    }
  }

  #offerWithout(n: number): void {
    if (this.#without.floor === Number.POSITIVE_INFINITY) return;
    for (let i = 0; i < n; i++) {
      if (Number.isNaN(this.#cosines[i]!)) this.#offerRow(this.#without, Number.NaN, this.#rows[i]!);
    }
  }

  #offerDistant(n: number, seen: number): void {
    if (this.#without.floor === Number.POSITIVE_INFINITY) return;
    for (let i = 0; i < n; i++) {
      if (this.#distances[seen + i] === 0xffff) this.#offerRow(this.#without, Number.NaN, this.#rows[i]!);
    }
  }

  #offerRow(heap: BestHeap, cosine: number, row: number): void {
    heap.offer(Number.isNaN(cosine) ? 0 : cosine, this.#ties[row]!, row);
  }
}

/** The least distance that at least `count` rows have or stay below. */
function distanceOf(counts: Uint32Array, count: number): number {
  let within = 0;
  for (let distance = 0; distance < counts.length; distance++) {
    within += counts[distance]!;
    if (within >= count) return distance;
  }
  return counts.length - 1;
}

/** As many bits as the sums of D / 4 products with int8 codes leave in 32, and at most 15. */
function wholeQuery(query: Float32Array): WholeQuery {
  const largest = Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / ((127 * Math.max(4, query.length)) / 2)));
  let most = 0;
  for (const value of query) most = Math.max(most, Math.abs(value));
  const scale = most / largest;
  const codes = new Int16Array(16 * Math.ceil(query.length / 16));
  if (scale > 0 && Number.isFinite(scale)) {
    for (let d = 0; d < query.length; d++) codes[d] = Math.round(query[d]! / scale);
  }
  return { codes, scale };
}

/**
 * |Σ c (q - q')| ≤ scale / 2 · Σ|c| ≤ scale / 2 · √D · |c|, over the norms of both; and what rounding to f32 takes. The
 * cosines themselves are kept within [-1, 1] only in the end.
 */
function quickError(scale: number, D: number, length: number): number {
  return (scale * Math.sqrt(D)) / (2 * length) + 1e-6;
}

function norm(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
