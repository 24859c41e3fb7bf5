/** Rows of an index: the segment's position and the row in it. At most 2^32 rows, in 4096 segments. */
import { MAX_ROWS } from '../layout/segment-layout.ts';

const SEGMENT_BITS = 20;
const LOCAL_ROWS = MAX_ROWS - 1;

export function segmentOf(row: number): number {
  return row >>> SEGMENT_BITS;
}

export function localRow(row: number): number {
  return row & LOCAL_ROWS;
}

export function firstRowOf(segment: number): number {
  return segment * MAX_ROWS;
}

/** Position of the first number that is at least `value`. */
export function lowerBound(ascending: Uint32Array, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
