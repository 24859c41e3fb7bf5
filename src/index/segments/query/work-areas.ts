/** Where a program's run keeps what it knows of the rows that are scored together. */
import type { Placing } from './scratch.ts';

/** Rows that are scored together: 16 KiB of sums, which stay in the first-level cache. */
export const BATCH_ROWS = 1024;

/** Addresses in the scratch area. */
export interface Work {
  readonly bitmap: number;
  /** Of these, who can still be among the best. */
  readonly promising: number;
  /** A word that `listRows` goes on with, and one that counts. */
  readonly cells: number;
  readonly rows: number;
  readonly sums: number;
  readonly points: number;
  readonly told: number;
  readonly shares: number;
  readonly positions: number;
}

/** For segments of at most `capacity` rows. */
export function placeWork(placing: Placing, capacity: number): Work {
  const pairs = 16 * BATCH_ROWS;
  return {
    bitmap: placing.take(capacity / 8),
    promising: placing.take(capacity / 8),
    cells: placing.take(8),
    rows: placing.take(4 * BATCH_ROWS),
    sums: placing.take(pairs),
    points: placing.take(pairs),
    told: placing.take(pairs),
    shares: placing.take(pairs),
    positions: placing.take(4 * BATCH_ROWS),
  };
}
