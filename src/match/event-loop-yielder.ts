/**
 * Keeps long loops from blocking the event loop. A match over millions of rows would otherwise delay every
 * other request, `/healthz` included. So a loop runs in chunks and calls `yieldIfDue` between them.
 */
import { setImmediate } from 'node:timers/promises';

/** Longest run of work between two yields. */
const SLICE_MS = 4;

/** Rows that a column loop handles between two calls of `yieldIfDue`: a few milliseconds of work. */
export const CHUNK_ROWS = 1 << 15;

export interface EventLoopYielder {
  /** Yields to the event loop if the slice is used up. Throws the signal's reason once aborted. */
  yieldIfDue(): Promise<void>;
}

export function createEventLoopYielder(
  monotonicMs: () => number,
  signal: AbortSignal | undefined,
): EventLoopYielder {
  let lastMs = monotonicMs();
  return {
    async yieldIfDue() {
      signal?.throwIfAborted();
      if (monotonicMs() - lastMs < SLICE_MS) return;
      await setImmediate();
      signal?.throwIfAborted();
      lastMs = monotonicMs();
    },
  };
}
