/**
 * The top-k buffer: the k best of many rows in typed arrays. An entry at or above the threshold is appended.
 * When the arrays are full, all entries below the kth are dropped and the threshold rises to the kth score
 * (quickselect: Hoare, "Algorithm 65: Find", CACM 1961). Order: greater score, then smaller tie hash, then
 * smaller row. All that tie with the kth in score and hash are kept, since their ids, which decide, are not
 * known here.
 *
 * One buffer serves all blocks that a thread reads. Entries of a block count once no write fell into its
 * reading (`settle`); until then `begin` takes them back.
 */
import { kthLargest } from './kth-largest.ts';
import { orderOfEntries } from './order-of-entries.ts';
import type { BestInto, KthEntry, TopRows } from './top-rows.ts';

const MAX_TIE = 2 ** 32 - 1;
const MIN_SPARE = 1024;
/** Longer arrays are not kept for the next buffer. */
const MOST_KEPT = 8192;

interface Columns {
  readonly scores: Float64Array;
  readonly ties: Uint32Array;
  readonly rows: Uint32Array;
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/** The arrays of the last buffer that was closed, for the next one that may have as many entries. */
let kept: Columns | null = null;

interface Settled {
  readonly size: number;
  readonly threshold: number;
  readonly thresholdTie: number;
  readonly kth: KthEntry | null;
  /** A copy of the settled entries, where entries have moved since. */
  columns: Columns | null;
}

export class TopKBuffer implements BestInto {
  readonly k: number;
  readonly #spare: number;
  #columns: Columns;
  #size = 0;
  /** The size at which entries below the kth are dropped. */
  #limit: number;
  #firstRow = 0;
  #threshold = Number.NEGATIVE_INFINITY;
  #thresholdTie = MAX_TIE;
  #kth: KthEntry | null = null;
  #settled: Settled | null = null;

  /** `spare`: entries beyond k at which entries below the kth are dropped. */
  constructor(k: number, spare = Math.max(MIN_SPARE, k >>> 1)) {
    this.k = k;
    this.#spare = spare;
    this.#limit = k + spare;
    this.#columns = reused(this.#limit) ?? columnsOf(Math.min(this.#limit, MIN_SPARE));
    if (k === 0) this.#threshold = Number.POSITIVE_INFINITY;
  }

  /** The least score that is accepted: -∞ while every one is, ∞ where none ever is. */
  get threshold(): number {
    return this.#threshold;
  }

  /** The kth entry when it was last determined. */
  get kth(): KthEntry | null {
    return this.#kth;
  }

  /**
   * Rows offered from now on are counted from `firstRow`. Entries since the last `begin` are dropped unless
   * settled.
   */
  begin(firstRow: number): void {
    const settled = this.#settled;
    if (settled !== null) {
      this.#columns = settled.columns ?? this.#columns;
      this.#size = settled.size;
      this.#threshold = settled.threshold;
      this.#thresholdTie = settled.thresholdTie;
      this.#kth = settled.kth;
    }
    this.#firstRow = firstRow;
    const [threshold, thresholdTie, kth] = [this.#threshold, this.#thresholdTie, this.#kth];
    this.#settled = { size: this.#size, threshold, thresholdTie, kth, columns: null };
  }

  settle(): void {
    this.#settled = null;
  }

  /** Entries below `threshold`, or equal to it with a greater tie hash, are no longer accepted. */
  raise(threshold: number, tie = MAX_TIE): void {
    if (threshold < this.#threshold || (threshold === this.#threshold && tie >= this.#thresholdTie)) return;
    this.#threshold = threshold;
    this.#thresholdTie = tie;
  }

  /** The score must not be NaN. */
  offer(score: number, tie: number, row: number, forward: number, backward: number): void {
    if (score < this.#threshold || (score === this.#threshold && tie > this.#thresholdTie)) return;
    if (this.#size === this.#columns.scores.length) this.#makeRoom();
    const at = this.#size++;
    const { scores, ties, rows, forward: there, backward: back } = this.#columns;
    scores[at] = score;
    ties[at] = tie;
    rows[at] = this.#firstRow + row;
    there[at] = forward;
    back[at] = backward;
  }

  /** The score at the rank, from 1; null where there are fewer entries. */
  scoreAt(position: number): number | null {
    if (position > this.#size) return null;
    return kthLargest(this.#columns.scores.slice(0, this.#size), position - 1);
  }

  /** Best first, unsettled entries included. */
  take(): TopRows {
    if (this.#size > this.k && this.k > 0) this.#cut();
    const from = this.#columns;
    const order = orderOfEntries(from, this.#size);
    const taken = columnsOf(this.#size);
    for (let at = 0; at < this.#size; at++) copyEntry(from, order[at]!, taken, at);
    return taken;
  }

  /** As `take`; the buffer is not used afterwards. */
  close(): TopRows {
    const taken = this.take();
    const { length } = this.#columns.scores;
    if (length <= MOST_KEPT && length > (kept?.scores.length ?? 0)) kept = this.#columns;
    return taken;
  }

  #makeRoom(): void {
    if (this.#size < this.#limit) {
      this.#grow(Math.min(this.#limit, 2 * this.#size));
      return;
    }
    if (this.#settled !== null) this.#settled.columns ??= copied(this.#columns, this.#columns.scores.length);
    this.#cut();
    // Ties with the kth fill the arrays and cannot be dropped: they have to grow.
    if (this.#size > this.#limit - this.#spare / 2) {
      this.#limit = 2 * this.#size;
      this.#grow(this.#limit);
    }
  }

  #grow(length: number): void {
    this.#columns = copied(this.#columns, length);
  }

  /** Drops all entries below the kth; there are more than k. */
  #cut(): void {
    const columns = this.#columns;
    const { scores, ties } = columns;
    const score = kthLargest(scores.slice(0, this.#size), this.k - 1);
    const tie = this.#kthTie(score);
    let kept = 0;
    for (let at = 0; at < this.#size; at++) {
      if (scores[at]! < score || (scores[at] === score && ties[at]! > tie)) continue;
      if (scores[at] === score && ties[at] === tie) {
        this.#kth = { score, tie, forward: columns.forward[at]!, backward: columns.backward[at]! };
      }
      if (kept < at) copyEntry(columns, at, columns, kept);
      kept += 1;
    }
    this.#size = kept;
    this.raise(score, tie);
  }

  /** The tie hash of the kth entry, whose score this is. */
  #kthTie(score: number): number {
    const { scores, ties } = this.#columns;
    let greater = 0;
    const equal: number[] = [];
    for (let at = 0; at < this.#size; at++) {
      if (scores[at]! > score) greater += 1;
      else if (scores[at] === score) equal.push(ties[at]!);
    }
    return equal.length === 1 ? equal[0]! : Uint32Array.from(equal).sort()[this.k - 1 - greater]!;
  }
}

function reused(limit: number): Columns | null {
  if (kept === null || kept.scores.length > limit) return null;
  const columns = kept;
  kept = null;
  return columns;
}

function copyEntry(from: Columns, i: number, to: Columns, at: number): void {
  to.scores[at] = from.scores[i]!;
  to.ties[at] = from.ties[i]!;
  to.rows[at] = from.rows[i]!;
  to.forward[at] = from.forward[i]!;
  to.backward[at] = from.backward[i]!;
}

function copied(from: Columns, length: number): Columns {
  const to = columnsOf(length);
  to.scores.set(from.scores);
  to.ties.set(from.ties);
  to.rows.set(from.rows);
  to.forward.set(from.forward);
  to.backward.set(from.backward);
  return to;
}

function columnsOf(length: number): Columns {
  return {
    scores: new Float64Array(length),
    ties: new Uint32Array(length),
    rows: new Uint32Array(length),
    forward: new Float64Array(length),
    backward: new Float64Array(length),
  };
}
