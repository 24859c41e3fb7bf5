/** A set of rows as a bitmap: row r is bit r & 31 of word r >>> 5. Built by its owner, then read as a `Selection`. */
import type { RowNumber } from '../../contract/brands.ts';
import type { Selection } from '../candidate-index.ts';

export class RowBitmap implements Selection {
  readonly #words: Uint32Array;
  #size: number | null = null;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  static empty(rowLimit: number): RowBitmap {
    return new RowBitmap(new Uint32Array((rowLimit + 31) >>> 5));
  }

  copy(): RowBitmap {
    return new RowBitmap(this.#words.slice());
  }

  /** The same rows, with capacity for rows below `rowLimit`. */
  widened(rowLimit: number): RowBitmap {
    const wider = RowBitmap.empty(rowLimit);
    wider.#words.set(this.#words);
    return wider;
  }

  set(row: number): void {
    this.#size = null;
    this.#words[row >>> 5]! |= 1 << (row & 31);
  }

  clear(row: number): void {
    this.#size = null;
    if (row >>> 5 < this.#words.length) this.#words[row >>> 5]! &= ~(1 << (row & 31));
  }

  /** Removes the rows that do not pass. Tests only rows of the set. */
  keep(passes: (row: number) => boolean): void {
    this.#size = null;
    const words = this.#words;
    for (let w = 0; w < words.length; w++) {
      let left = words[w]!;
      let kept = left;
      while (left !== 0) {
        const lowest = left & -left;
        if (!passes((w << 5) + 31 - Math.clz32(lowest))) kept &= ~lowest;
        left ^= lowest;
      }
      words[w] = kept;
    }
  }

  get size(): number {
    this.#size ??= this.#words.reduce((sum, word) => sum + countBits(word), 0);
    return this.#size;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  has(row: RowNumber): boolean {
    return ((this.#words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  and(other: Selection): RowBitmap {
    const both = this.copy();
    if (other instanceof RowBitmap) {
      for (let w = 0; w < both.#words.length; w++) both.#words[w]! &= other.#words[w] ?? 0;
    } else {
      both.keep((row) => other.has(row as RowNumber));
    }
    return both;
  }

  without(rows: Iterable<RowNumber>): RowBitmap {
    const rest = this.copy();
    for (const row of rows) rest.clear(row);
    return rest;
  }

  rows(): Uint32Array {
    const rows = new Uint32Array(this.size);
    let filled = 0;
    for (let w = 0; w < this.#words.length; w++) {
      let left = this.#words[w]!;
      while (left !== 0) {
        const lowest = left & -left;
        rows[filled++] = (w << 5) + 31 - Math.clz32(lowest);
        left ^= lowest;
      }
    }
    return rows;
  }
}

/** Set bits of a 32-bit word (Warren, Hacker's Delight, 5-1). */
function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
