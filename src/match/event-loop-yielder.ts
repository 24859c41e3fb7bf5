/**
 * Long loops let other requests in. Node runs one thing at a time: a match over millions of rows that never stops
 * would keep `/healthz` waiting, so loops run in chunks and breathe between them.
 */
import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work without a breath. */
const STRETCH_MS = 4;

/** Rows that a column loop handles between two looks at the clock: a few milliseconds of work. */
export const CHUNK_ROWS = 1 << 15;

export interface EventLoopYielder {
  /** Gives way to whatever waits, if the last time was a while ago. Throws the signal's reason once aborted. */
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
      if (monotonicMs() - lastMs < STRETCH_MS) return;
      await setImmediate();
      signal?.throwIfAborted();
      lastMs = monotonicMs();
    },
  };
}
