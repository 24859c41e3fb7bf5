/**
 * Estimates the final threshold from a sample: the rows that a thread has scored so far. The estimate is the
 * score that about k rows of all would reach if the others are like the sample, with an allowance for chance.
 * Without it, the first tenth of a query scores nearly every row and offers ten times as many rows as are
 * kept. Items are read in an order that mixes the index (`query-segments.ts`), so that early rows are like
 * the others. Where they are not, fewer than k rows are found, and the caller repeats the query without an
 * estimate.
 */
import type { TopKBuffer } from '../query/top-k-buffer.ts';

/** Blocks, and rows of them, before the first estimate; each further one is made at twice as many rows. */
const FIRST_BLOCKS = 4;
const FIRST_ROWS = 2048;
/** An estimate does not pay where a large part of all rows is wanted. */
const MIN_ROWS_A_RESULT = 8;
/** Standard deviations, and rows, of allowance for chance. */
const DEVIATIONS = 4;
const SPARE = 8;

export class EstimatedThreshold {
  readonly #k: number;
  readonly #among: number;
  #blocks = 0;
  #due = FIRST_ROWS;

  /** `k` of `among` rows are wanted. */
  constructor(k: number, among: number) {
    this.#k = k;
    this.#among = among;
    if (among < MIN_ROWS_A_RESULT * k) this.#due = Number.POSITIVE_INFINITY;
  }

  /**
   * Call after each block. `rows`: how many were offered to the buffer so far, those below its threshold
   * included.
   */
  raise(best: TopKBuffer, rows: number): void {
    this.#blocks += 1;
    if (rows < this.#due || this.#blocks < FIRST_BLOCKS) return;
    this.#due = 2 * rows;
    const position = allowedPosition((this.#k * rows) / this.#among, this.#blocks);
    const score = best.scoreAt(position);
    if (score !== null) best.raise(score);
  }
}

/**
 * The rank in a sample below which no row is wanted, with the allowances; `expected` rows of the sample are
 * wanted. `blocks`: the number of blocks of the sample, null: all. Rows of a block may be alike, as they were
 * imported together. Then the sample consists of blocks, not of rows.
 */
export function allowedPosition(expected: number, blocks: number | null): number {
  const atMost = blocks === null ? expected : expected * (1 + DEVIATIONS / Math.sqrt(blocks));
  return Math.ceil(atMost + DEVIATIONS * Math.sqrt(expected) + SPARE);
}
