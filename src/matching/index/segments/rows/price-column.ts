/**
 * The prices of exposure as a column beside the segments: one f32 a row, in shared memory that query threads
 * read in place. It is apart from the rows' own columns, because prices come from a job and not from
 * profiles. They move every minute, are no part of a snapshot, and rewrite no block. An aligned f32 is read
 * whole, so a reader sees the old price or the new one.
 */
import { MAX_ROWS } from '../layout/segment-layout.ts';
import { localRow, segmentOf } from './row-numbers.ts';

type Prices = Float32Array<SharedArrayBuffer>;

const FIRST_ROWS = 1024;

export class PriceColumn {
  /** By segment; an array ends at or behind the last row that has a price. Absent until the first price. */
  readonly #segments: Prices[] = [];

  get bytes(): number {
    return this.#segments.reduce((sum, prices) => sum + prices.byteLength, 0);
  }

  /**
   * The prices of the rows of a segment; null: all are 0. A query in progress keeps the array that it was
   * given.
   */
  ofSegment(position: number): Prices | null {
    return this.#segments[position] ?? null;
  }

  of(row: number): number {
    return this.#segments[segmentOf(row)]?.[localRow(row)] ?? 0;
  }

  set(row: number, price: number): void {
    const local = localRow(row);
    const known = this.#segments[segmentOf(row)];
    if (price === 0 && (known?.[local] ?? 0) === 0) return;
    this.#withRoom(segmentOf(row), local)[local] = price;
  }

  #withRoom(segment: number, local: number): Prices {
    while (this.#segments.length <= segment) this.#segments.push(withRows(0));
    const known = this.#segments[segment]!;
    if (local < known.length) return known;
    let rows = Math.max(FIRST_ROWS, known.length);
    while (rows <= local) rows *= 2;
    const grown = withRows(Math.min(rows, MAX_ROWS));
    grown.set(known);
    this.#segments[segment] = grown;
    return grown;
  }
}

function withRows(rows: number): Prices {
  return new Float32Array(new SharedArrayBuffer(rows * Float32Array.BYTES_PER_ELEMENT));
}
