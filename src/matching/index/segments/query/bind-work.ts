/** Scratch memory of the rows that are scored together. */
import {
  exactScoreTest,
  remainingBounds,
  type StructOf,
} from '../../../../engines/kernels/kernel-structs.ts';
import type { ScratchAllocator } from './scratch.ts';

/** Rows that are scored together: 16 KiB of sums, which stay in the first-level cache. */
export const BATCH_ROWS = 1024;

/** Addresses and structs in the scratch area. */
export interface Work {
  readonly bitmap: number;
  /** Bitmap of the rows that can still reach the threshold. */
  readonly promising: number;
  /** The word at which `listRows` continues, and a counter. */
  readonly cells: number;
  readonly rows: number;
  readonly sums: number;
  readonly points: number;
  readonly calibrated: number;
  readonly shrinkage: number;
  readonly positions: number;
  readonly remainingBounds: StructOf<typeof remainingBounds>;
  readonly exactScoreTest: StructOf<typeof exactScoreTest>;
}

/** For segments of at most `capacity` rows. */
export function bindWork(allocator: ScratchAllocator, capacity: number): Work {
  const pairs = 16 * BATCH_ROWS;
  return {
    bitmap: allocator.take(capacity / 8),
    promising: allocator.take(capacity / 8),
    cells: allocator.take(8),
    rows: allocator.take(4 * BATCH_ROWS),
    sums: allocator.take(pairs),
    points: allocator.take(pairs),
    calibrated: allocator.take(pairs),
    shrinkage: allocator.take(pairs),
    positions: allocator.take(4 * BATCH_ROWS),
    remainingBounds: allocator.struct(remainingBounds),
    exactScoreTest: allocator.struct(exactScoreTest),
  };
}
