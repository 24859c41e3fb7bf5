/**
 * Queries run in worker threads while the main thread writes. Each block of 2^14 rows has a version, which
 * keeps readers from using a half-written row (a seqlock: Boehm, "Can seqlocks get along with programming
 * language memory models?", MSPC 2012):
 *
 *   writer   makes the version odd, writes the row, makes the version even again; it never waits
 *   reader   notes the version and reads all columns of the block; where the version is odd, or has changed
 *            since, discards the result and reads the block again. Several blocks are read as one by noting
 *            all their versions; where one changes again and again, they are read one by one
 *
 * There is one writer, the main thread. It does not yield between the two increments, so a version is odd for
 * microseconds. Both increments, and the reader's second load, are read-modify-write operations. Only these
 * are ordered with the plain loads and stores around them on every processor.
 *
 * Guarantees: a query sees each row in one state, between two changes. Rows that are read as one are in
 * states of the same moment, other rows in states of moments between its start and its end. It sees every
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

/** Blocks from `first` to `end` (excluded). */
export interface BlockRun {
  readonly first: number;
  readonly end: number;
}

/**
 * The result of `read`, repeated until no write to the blocks fell into it, at most `tries` times; then
 * `undefined`. It may sleep: for worker threads only.
 */
export function tryToReadStable<T>(
  versions: BlockVersions,
  { first, end }: BlockRun,
  read: () => T,
  tries = Number.POSITIVE_INFINITY,
): T | undefined {
  for (let tried = 0; tried < tries; tried++) {
    const before = versionsOf(versions, first, end);
    if (before !== null) {
      const found = attempt(read);
      if (areStill(versions, first, before)) return found();
    }
    // The writer is busy: sleep, so that it gets the processor.
    if (tried >= RESTED_TRIES) Atomics.wait(resting, 0, 0, REST_MS);
  }
  return undefined;
}

/** null: one of them is being written. */
function versionsOf(versions: BlockVersions, first: number, end: number): Int32Array | null {
  const found = new Int32Array(end - first);
  for (let at = 0; at < found.length; at++) {
    found[at] = Atomics.load(versions, first + at);
    if ((found[at]! & 1) === 1) return null;
  }
  return found;
}

function areStill(versions: BlockVersions, first: number, before: Int32Array): boolean {
  for (let at = 0; at < before.length; at++) {
    if (Atomics.add(versions, first + at, 0) !== before[at]) return false;
  }
  return true;
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
