/**
 * Leaves a gap between writes of many rows, in which a small write of another process takes its turn
 * (`begin-write.ts`). An import has the next batch ready when one is committed. Without a gap, a match beside
 * it waits for several batches until it can store its record.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A write of fewer rows takes about as long as a commit. */
const MANY_ROWS = 32;
/** Longer than the others look apart (`begin-write.ts`). */
const GAP_MS = 2;

export interface Gaps {
  /** Before a write of so many rows. */
  before(rows: number): Promise<void>;
  after(rows: number): void;
}

export interface GapClock {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

export function leaveGaps(
  { nowMs, sleep: rest }: GapClock = { nowMs: () => performance.now(), sleep },
): Gaps {
  let endedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async before(rows) {
      const left = endedAtMs + GAP_MS - nowMs();
      if (rows >= MANY_ROWS && left > 0) await rest(left);
    },
    after(rows) {
      if (rows >= MANY_ROWS) endedAtMs = nowMs();
    },
  };
}
