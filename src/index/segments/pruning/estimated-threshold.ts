/**
 * A threshold before it is known: of the rows that a thread has scored so far, those that would be among the k best of all if
 * the others are like them, and some more. Without it the first tenth of a query scores nearly everybody, and offers ten
 * times as many rows as are kept. Items are read in an order that mixes the index (`ask-segments.ts`), so that early rows
 * are like the others; where they were not, fewer than k rows are found above the threshold, and the caller asks again without
 * estimating.
 */
import type { TopKBuffer } from '../query/top-k-buffer.ts';

/** Blocks, and rows of them, from which a first estimate is made; each further one is made at twice as many rows. */
const FIRST_BLOCKS = 4;
const FIRST_ROWS = 2048;
/** It does not pay where a large part of all is wanted. */
const LEAST_ROWS_A_PLACE = 8;
/** Standard deviations by which luck of the draw is allowed for, and rows beside. */
const DEVIATIONS = 4;
const SPARE = 8;

export class EstimatedThreshold {
  readonly #k: number;
  readonly #among: number;
  #blocks = 0;
  #due = FIRST_ROWS;

  /** k of `among` rows are wanted. */
  constructor(k: number, among: number) {
    this.#k = k;
    this.#among = among;
    if (among < LEAST_ROWS_A_PLACE * k) this.#due = Number.POSITIVE_INFINITY;
  }

  /** After each block. `rows`: how many the buffer was offered so far, those below its threshold included. */
  raise(best: TopKBuffer, rows: number): void {
    this.#blocks += 1;
    if (rows < this.#due || this.#blocks < FIRST_BLOCKS) return;
    this.#due = 2 * rows;
    const expected = (this.#k * rows) / this.#among;
    // Rows of a block may be alike, as those who came in together are: what was drawn is blocks, not rows.
    const atMost = expected * (1 + DEVIATIONS / Math.sqrt(this.#blocks));
    const place = Math.ceil(atMost + DEVIATIONS * Math.sqrt(expected) + SPARE);
    const score = best.scoreAt(place);
    if (score !== null) best.raise(score);
  }
}
