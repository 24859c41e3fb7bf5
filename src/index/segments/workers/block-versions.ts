/**
 * Queries run in worker threads while the main thread writes. Each block of 2^14 rows has a version, which
 * keeps readers from using a half-written row (a seqlock: Boehm, "Can seqlocks get along with programming
 * language memory models?", MSPC 2012):
 *
 *   writer   makes the version odd, writes the row, makes the version even again; it never waits
 *   reader   notes the version and reads all columns of the block; where the version is odd, or has changed
 *            since, discards the result and reads the block again
 *
 * There is one writer, the main thread, and it does not yield between the two increments, so a version is odd
 * for microseconds. Both increments, and the reader's second load, are read-modify-write operations: only
 * these are ordered with the plain loads and stores around them on every processor.
 *
 * Guarantees: a query sees each row in one state, between two changes; rows of one block in states of the
 * same moment; rows of different blocks in states of moments between its start and its end. It sees every
 * change that was applied before it started.
 *
 * Rejected alternatives: docs/design/decisions/candidate-index.md.
 */
import { BLOCK_BITS } from '../layout/block-layout.ts';

/** One u32 a block, in shared memory. */
export type BlockVersions = Int32Array<SharedArrayBuffer>;

const RESTED_TRIES = 20;
const REST_MS = 0.2;

export function newVersions(blocks: number): BlockVersions {
  return new Int32Array(new SharedArrayBuffer(4 * Math.max(1, blocks)));
}

/** Writes of a row happen between `beginWrite` and `endWrite`. */
export function beginWrite(versions: BlockVersions, row: number): void {
  Atomics.add(versions, row >>> BLOCK_BITS, 1);
}

export function endWrite(versions: BlockVersions, row: number): void {
  Atomics.add(versions, row >>> BLOCK_BITS, 1);
}

/**
 * The result of `read`, repeated until no write to the block fell into it. It may sleep: for worker threads
 * only.
 */
export function readStable<T>(versions: BlockVersions, block: number, read: () => T): T {
  for (let tries = 0; ; tries++) {
    const before = Atomics.load(versions, block);
    if ((before & 1) === 0) {
      const found = attempt(read);
      if (Atomics.add(versions, block, 0) === before) return found();
    }
    // The writer is busy: sleep, so that it gets the processor.
    if (tries >= RESTED_TRIES) Atomics.wait(resting, 0, 0, REST_MS);
  }
}

const resting = new Int32Array(new SharedArrayBuffer(4));

/** An error counts only where the block did not change: half a row may cause any. */
function attempt<T>(read: () => T): () => T {
  try {
    const found = read();
    return () => found;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
