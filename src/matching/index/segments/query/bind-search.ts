/**
 * The nearest rows by cosine. Exact search reads the codes of every vector once with a query of whole
 * numbers. It bounds the effect of rounding and halves, and computes exact cosines only for rows that may be
 * among the k. A preselection first reads the sign codes (a bit a dimension) and drops rows that cannot be
 * among the `count` of least distance. The rest is compared once the final distance of all threads is known
 * (`shared-signs.ts`).
 */

import {
  cosineSearch,
  nearSearch,
  type StructOf,
  signSearch,
} from '../../../../engines/kernels/kernel-structs.ts';
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import { norm } from '../../../../platform/numeric/vectors.ts';
import type { VectorSearch } from '../../query-program.ts';
import type { VectorColumnLayouts } from '../layout/segment-layout.ts';
import type { SegmentView } from './bind-clause.ts';
import { BATCH_ROWS, type Work } from './bind-work.ts';
import type { ScratchAllocator } from './scratch.ts';
import type { NearestInto, SegmentInput, SignEntries } from './segment-run.ts';
import { minDistance } from './shared-signs.ts';
import { TopKBuffer } from './top-k-buffer.ts';
import type { TopRows } from './top-rows.ts';

/**
 * Entries beyond k at which the threshold is raised; small, since every needless offer costs a cosine in f64.
 */
const SPARE = 128;
const MAX_TIE = 2 ** 32 - 1;

export interface NearestSearch {
  /**
   * Runs over the rows in the work's bitmap. Where `input.into` is set and the search preselects, only
   * entries are listed; else the search is completed and the result has the rows.
   */
  run(segment: SegmentView, input: SegmentInput): NearestResult;
  /** Compares the rows of the entries whose distance is at most `maxDistance`. */
  compare(segment: SegmentView, entries: Uint32Array, maxDistance: number, into: NearestInto): void;
}

export interface NearestResult {
  readonly best: TopRows;
  readonly withoutVector: TopRows;
  /** Views on the scratch area. */
  readonly signs: SignEntries | null;
}

export function nearestInto({ k, withoutVector }: Pick<VectorSearch, 'k' | 'withoutVector'>): NearestInto {
  return { best: new TopKBuffer(k, SPARE), without: new TopKBuffer(withoutVector, SPARE) };
}

/** Best first. */
export function takeNearest({ best, without }: NearestInto): Pick<NearestResult, 'best' | 'withoutVector'> {
  const scoresOnly = (found: TopRows) => ({ ...found, forward: noOdds, backward: noOdds });
  return { best: scoresOnly(best.take()), withoutVector: scoresOnly(without.take()) };
}

const noOdds = new Float64Array();
const nothing: TopRows = {
  rows: new Uint32Array(),
  scores: noOdds,
  ties: new Uint32Array(),
  forward: noOdds,
  backward: noOdds,
};

/** The query as 16-bit whole numbers. */
interface WholeQuery {
  readonly codes: Int16Array;
  readonly scale: number;
}

interface Query {
  readonly length: number;
  readonly whole: WholeQuery;
  /** The sum of the positive values: the most that halves add to a dot product in half steps. */
  readonly positive: number;
}

export function bindSearch(
  search: VectorSearch,
  work: Work,
  kernels: Kernels,
  allocator: ScratchAllocator,
  capacity: number,
): NearestSearch {
  const { query, preselect } = search;
  const D = query.length;
  const whole = wholeQuery(query);
  const signBits = 128 * Math.ceil(D / 128);
  const at: Areas = {
    ...work,
    query: allocator.put(Float64Array.from(query)),
    whole: allocator.put(whole.codes, 2 * 16 * Math.ceil(D / 16)),
    cosines: allocator.take(4 * BATCH_ROWS),
    near: allocator.take(4 * BATCH_ROWS),
    code: allocator.put(preselect?.code ?? new Uint32Array(), signBits / 8),
    counts: allocator.take(4 * (signBits + 1)),
    entries: allocator.take(4 * capacity),
    signSearch: allocator.struct(signSearch),
    nearSearch: allocator.struct(nearSearch),
    cosineSearch: allocator.struct(cosineSearch),
  };
  const positive = query.reduce((sum, value) => sum + Math.max(0, value), 0);
  const prepared = { length: norm(query), whole, positive };
  return {
    run(segment, { into: given, maxDistance }) {
      const into = given ?? nearestInto(search);
      const run = new SearchRun(search, at, prepared, into, kernels, segment);
      // First: `listWithout` uses the memory in which entries are listed.
      run.listWithout();
      const signs = preselect === null ? null : run.listSigns(maxDistance ?? signBits);
      if (signs === null) run.compareAll();
      else if (given === undefined)
        run.compare(signs.entries.length, minDistance(signs.counts, preselect!.count));
      const found = given === undefined ? takeNearest(into) : { best: nothing, withoutVector: nothing };
      return { ...found, signs };
    },
    compare(segment, entries, maxDistance, into) {
      const run = new SearchRun(search, at, prepared, into, kernels, segment);
      run.put(entries);
      run.compare(entries.length, maxDistance);
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
  /** Room for the entries of all rows. Rows that are near enough are listed over them. */
  readonly entries: number;
  readonly signSearch: StructOf<typeof signSearch>;
  readonly nearSearch: StructOf<typeof nearSearch>;
  readonly cosineSearch: StructOf<typeof cosineSearch>;
}

/** One search over one segment. */
class SearchRun {
  readonly #at: Areas;
  readonly #query: Query;
  readonly #into: NearestInto;
  readonly #kernels: Kernels;
  readonly #buffer: ArrayBufferLike;
  readonly #base: number;
  readonly #capacity: number;
  readonly #columns: VectorColumnLayouts;
  readonly #tiesAt: number;
  readonly #ties: Uint32Array;
  readonly #cosines: Float32Array;

  constructor(
    search: VectorSearch,
    at: Areas,
    query: Query,
    into: NearestInto,
    kernels: Kernels,
    { memory, base, layout }: SegmentView,
  ) {
    const columns = layout.vectors[search.group];
    if (columns === undefined || columns.dimension !== search.query.length) {
      throw new Error(
        `the query has ${search.query.length} dimensions, vectors of group ${search.group} have ${columns?.dimension ?? 'none'}`,
      );
    }
    this.#at = at;
    this.#query = query;
    this.#into = into;
    this.#kernels = kernels;
    this.#buffer = memory.buffer;
    this.#base = base;
    this.#capacity = layout.capacity;
    this.#columns = columns;
    this.#tiesAt = base + layout.ties;
    this.#ties = this.#words(this.#tiesAt, layout.capacity);
    this.#cosines = new Float32Array(memory.buffer, at.cosines, BATCH_ROWS);
  }

  compareAll(): void {
    if (!this.#compares) return;
    this.#eachBatch((n) => this.#compareList(this.#at.rows, n));
  }

  listSigns(maxDistance: number): SignEntries {
    const { bitmap, code, counts, entries, signSearch: search } = this.#at;
    const { signs, signWords, squares } = this.#columns;
    const byDistance = this.#words(counts, 32 * signWords + 1).fill(0);
    search.signs = this.#base + signs;
    search.signWords = signWords;
    search.query = code;
    search.squares = this.#base + squares;
    search.most = maxDistance;
    search.entries = entries;
    search.counts = counts;
    const words = this.#capacity / 32;
    const n = this.#compares ? this.#kernels.listSignsWithin(bitmap, words, search.address) : 0;
    return { entries: this.#words(entries, n), counts: byDistance };
  }

  put(entries: Uint32Array): void {
    this.#words(this.#at.entries, entries.length).set(entries);
  }

  compare(entries: number, maxDistance: number): void {
    const rows = this.#at.entries;
    const near = this.#kernels.listEntriesWithin(rows, entries, maxDistance, rows);
    for (let from = 0; from < near; from += BATCH_ROWS) {
      this.#compareList(rows + 4 * from, Math.min(BATCH_ROWS, near - from));
    }
  }

  /** A query without direction has no cosine with any row. */
  listWithout(): void {
    const { without } = this.#into;
    if (without.threshold === Number.POSITIVE_INFINITY) return;
    if (!this.#compares) {
      this.#eachBatch((n) => this.#offerWithout(this.#at.rows, n));
      return;
    }
    const { bitmap, entries } = this.#at;
    const n = this.#kernels.listWithoutVector(
      bitmap,
      this.#capacity / 32,
      this.#base + this.#columns.squares,
      this.#tiesAt,
      without.kth?.tie ?? MAX_TIE,
      entries,
    );
    this.#offerWithout(entries, n);
  }

  get #compares(): boolean {
    return Number.isFinite(1 / this.#query.length);
  }

  #words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#buffer, at, length);
  }

  #eachBatch(act: (n: number) => void): void {
    const { bitmap, rows, cells } = this.#at;
    const words = this.#capacity / 32;
    const next = this.#words(cells, 1);
    for (let word = 0; word < words; ) {
      const n = this.#kernels.listRows(bitmap, words, word, rows, BATCH_ROWS, cells);
      word = next[0]!;
      if (n > 0) act(n);
    }
  }

  /** At most as many rows as a batch has. */
  #compareList(rows: number, n: number): void {
    const { dimension, codes, squares } = this.#columns;
    const { near, whole, nearSearch: search } = this.#at;
    if (dimension % 16 !== 0) {
      this.#offerNear(rows, n);
      return;
    }
    const { length, whole: quick, positive } = this.#query;
    const minCosine = this.#into.best.threshold - quickError(quick.scale, dimension, length);
    search.codes = this.#base + codes;
    search.D = dimension;
    search.squares = this.#base + squares;
    search.query = whole;
    search.factor = (2 * quick.scale) / length;
    search.most = mostOfHalves(positive, quick.scale, dimension, length);
    search.least = minCosine;
    search.near = near;
    this.#offerNear(near, this.#kernels.listNear(rows, n, search.address));
  }

  #offerNear(rows: number, n: number): void {
    const { dimension, codes, halves, squares } = this.#columns;
    const { cosines, query, cosineSearch: search } = this.#at;
    search.codes = this.#base + codes;
    search.halves = this.#base + halves;
    search.D = dimension;
    search.squares = this.#base + squares;
    search.query = query;
    search.inverseNorm = 1 / this.#query.length;
    this.#kernels.exactCosines(rows, n, cosines, search.address);
    const list = this.#words(rows, n);
    for (let i = 0; i < n; i++) {
      const cosine = this.#cosines[i]!;
      if (!Number.isNaN(cosine)) this.#into.best.offer(cosine, this.#ties[list[i]!]!, list[i]!, 0, 0);
    }
  }

  #offerWithout(rows: number, n: number): void {
    const list = this.#words(rows, n);
    for (let i = 0; i < n; i++) this.#into.without.offer(0, this.#ties[list[i]!]!, list[i]!, 0, 0);
  }
}

/** Rounds the query to as many bits as sums of D products with int8 codes leave in 32, and at most 15. */
function wholeQuery(query: Float32Array): WholeQuery {
  const largest = Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / (128 * Math.max(1, query.length))));
  let greatest = 0;
  for (const value of query) greatest = Math.max(greatest, Math.abs(value));
  const scale = greatest / largest;
  const codes = new Int16Array(16 * Math.ceil(query.length / 16));
  if (scale > 0 && Number.isFinite(scale)) {
    for (let d = 0; d < query.length; d++) codes[d] = Math.round(query[d]! / scale);
  }
  return { codes, scale };
}

/**
 * In half steps v = 2c + h, c: codes, h: halves 0 or 1, q': the rounded query. |2c| ≤ |v| + √D, so
 * |Σ 2c (q - q')| ≤ scale / 2 · √D · |2c| ≤ scale / 2 · (√D · |v| + D). The first part, over the norms of
 * both, is the error of a cosine, plus the rounding to f32; cosines are clamped to [-1, 1] only at the end.
 */
function quickError(scale: number, D: number, length: number): number {
  return (scale * Math.sqrt(D)) / (2 * length) + 2e-6;
}

/** The second part plus the most that halves add, over the norm of the query; rounded up for f32. */
function mostOfHalves(positive: number, scale: number, D: number, length: number): number {
  return ((positive + (scale * D) / 2) / length) * (1 + 1e-6);
}
