/**
 * A floor before it is known: of the rows that a thread has scored so far, those that would be among the k best of all if
 * the others are like them, and some more. Without it the first tenth of a query scores nearly everybody, and offers ten
 * times as many rows as are kept. Items are read in an order that mixes the index (`ask-segments.ts`), so that early rows
 * are like the others; where they were not, fewer than k rows are found above the floor, and the caller asks again without
 * guessing.
 */
import type { BestBuffer } from './best-buffer.ts';

/** Rows from which a first guess is made; each further one is made at twice as many. */
const FIRST_ROWS = 2048;
/** It does not pay where a large part of all is wanted. */
const LEAST_ROWS_A_PLACE = 8;
/** Standard deviations by which luck of the draw is allowed for, and rows beside. */
const DEVIATIONS = 4;
const SPARE = 8;

export class GuessedFloor {
  readonly #k: number;
  readonly #among: number;
  #due = FIRST_ROWS;

  /** k of `among` rows are wanted. */
  constructor(k: number, among: number) {
    this.#k = k;
    this.#among = among;
    if (among < LEAST_ROWS_A_PLACE * k) this.#due = Number.POSITIVE_INFINITY;
  }

  /** `rows`: how many the buffer was offered so far, those below its floor included. */
  raise(best: BestBuffer, rows: number): void {
    if (rows < this.#due) return;
    this.#due = 2 * rows;
    const expected = (this.#k * rows) / this.#among;
    const place = Math.ceil(expected + DEVIATIONS * Math.sqrt(expected) + SPARE);
    const score = best.scoreAt(place);
    if (score !== null) best.raise(score);
  }
}
