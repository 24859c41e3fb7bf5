/** A selection as bitmaps in shared memory: a run of words for each segment that existed when it was made. */
import type { RowNumber } from '../../../../contract/brands.ts';
import type { HeldSelection } from '../../candidate-index.ts';
import { firstRowOf, localRow, segmentOf } from './row-numbers.ts';
import { writeSetBits } from './write-set-bits.ts';

/** Words of one segment. */
export interface WordRun {
  readonly from: number;
  readonly count: number;
}

export class SegmentSelection implements HeldSelection {
  readonly runs: readonly WordRun[];
  #words: Uint32Array | null;
  size = 0;

  /** `capacities`: rows of each segment, multiples of 32. */
  constructor(capacities: readonly number[]) {
    let from = 0;
    this.runs = capacities.map((capacity) => {
      const run = { from, count: capacity >>> 5 };
      from += run.count;
      return run;
    });
    this.#words = new Uint32Array(new SharedArrayBuffer(4 * from));
  }

  /** Rows beyond the capacities are left out. */
  static of(rows: Iterable<RowNumber>, capacities: readonly number[]): SegmentSelection {
    const selection = new SegmentSelection(capacities);
    for (const row of rows) {
      if (selection.has(row)) continue;
      const run = selection.runs[segmentOf(row)];
      const word = localRow(row) >>> 5;
      if (run === undefined || word >= run.count) continue;
      selection.words[run.from + word]! |= 1 << (row & 31);
      selection.size += 1;
    }
    return selection;
  }

  get words(): Uint32Array {
    if (this.#words === null) throw new Error('the selection was released');
    return this.#words;
  }

  has(row: RowNumber): boolean {
    const run = this.runs[segmentOf(row)];
    const word = localRow(row) >>> 5;
    if (run === undefined || word >= run.count) return false;
    return ((this.words[run.from + word]! >>> (row & 31)) & 1) === 1;
  }

  rows(): Uint32Array {
    const { words } = this;
    const rows = new Uint32Array(this.size);
    let filled = 0;
    for (const [segment, { from, count }] of this.runs.entries()) {
      filled = writeSetBits(words.subarray(from, from + count), firstRowOf(segment), rows, filled);
    }
    return rows;
  }

  /** A copy for segments of these capacities; they only grow while a selection is held. */
  resized(capacities: readonly number[]): SegmentSelection {
    const copy = new SegmentSelection(capacities);
    for (const [segment, { from, count }] of copy.runs.entries()) {
      const own = this.runs[segment];
      if (own === undefined) break;
      copy.words.set(this.words.subarray(own.from, own.from + Math.min(own.count, count)), from);
    }
    copy.size = this.size;
    return copy;
  }

  release(): void {
    this.#words = null;
  }
}
