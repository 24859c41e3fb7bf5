/**
 * Queries run in worker threads while the main thread writes. What keeps a reader from half of a row is a version a
 * block of 2^14 rows (a seqlock: Boehm, "Can seqlocks get along with programming language memory models?", MSPC 2012):
 *
 *   writer   makes the version odd, writes the row, makes it even again; it never waits
 *   reader   notes the version; reads the block, all columns; where the version is odd, or not the noted one any more,
 *            throws away what it made of the block and reads it again
 *
 * There is one writer, the main thread, and it gives way to nobody between the two steps, so a version is odd for
 * microseconds. Both steps, and the reader's second look, are read-modify-write operations: those alone are ordered
 * with the plain loads and stores around them on every processor.
 *
 * So what holds is: of every row a query sees one state, that between two changes; of two rows of one block states of
 * the same moment; of rows of different blocks states of moments between its beginning and its end. A change that was
 * applied before the query began is seen by it. (Rejected: the row made dead, written, and made live again. A query
 * reads column by column, and one that read the first half before and the second half after would see both lives.
 * Rejected too: locks, since the writer is the event loop and would stand still for the milliseconds of a block's scan.)
 */
import { BLOCK_BITS } from '../layout/block-layout.ts';

/** One u32 a block, in shared memory. */
export type BlockVersions = Int32Array<SharedArrayBuffer>;

const RESTED_TRIES = 20;
const REST_MS = 0.2;

export function newVersions(blocks: number): BlockVersions {
  return new Int32Array(new SharedArrayBuffer(4 * Math.max(1, blocks)));
}

/** Writes of a row stand between `beginWrite` and `endWrite`. */
export function beginWrite(versions: BlockVersions, row: number): void {
  Atomics.add(versions, row >>> BLOCK_BITS, 1);
}

export function endWrite(versions: BlockVersions, row: number): void {
  Atomics.add(versions, row >>> BLOCK_BITS, 1);
}

/** What `read` gives, once nothing was written to the block while it read. For worker threads: it may sleep. */
export function readStable<T>(versions: BlockVersions, block: number, read: () => T): T {
  for (let tries = 0; ; tries++) {
    const before = Atomics.load(versions, block);
    if ((before & 1) === 0) {
      const found = attempt(read);
      if (Atomics.add(versions, block, 0) === before) return found();
    }
    // The writer is in a row, or in a long run of them: give its processor back to it.
    if (tries >= RESTED_TRIES) Atomics.wait(resting, 0, 0, REST_MS);
  }
}

const resting = new Int32Array(new SharedArrayBuffer(4));

/** A fault that came of half a row is none: it counts only where the block stood still. */
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
