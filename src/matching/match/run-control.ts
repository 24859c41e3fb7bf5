/** The limits of one match's run: its time budget, its caller, the event loop and its slot in admission. */
import type { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';

/** Rows that a column loop handles between two calls of `yieldIfDue`: a few milliseconds of work. */
export const CHUNK_ROWS = 1 << 15;

export interface RunControl {
  readonly budget: Budget;
  readonly yielder: EventLoopYielder;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Waits for another host without this match's slot in admission. */
  readonly withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** The latency budget of one match, counted from its arrival (waiting for a slot included). */
export interface Budget {
  /** True once nothing is left. Always false if the request set no budget. */
  spent(): boolean;
  /** Milliseconds, at least 0. Infinity if the request set no budget. */
  leftMs(): number;
}

/** `monotonicMs`: a monotonic clock. */
export function startBudget(
  budgetMs: number | undefined,
  arrivedAtMs: number,
  monotonicMs: () => number,
): Budget {
  const leftMs = () =>
    budgetMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budgetMs - (monotonicMs() - arrivedAtMs));
  return { spent: () => leftMs() === 0, leftMs };
}

/** The time budget of the request ended the wait. */
export class BudgetSpent extends Error {
  constructor() {
    super('the time budget of the match is spent');
    this.name = 'BudgetSpent';
  }
}

export interface WaitLimit {
  readonly timeoutMs: number;
  /** Makes the error that is thrown, and is the reason of `ask`'s signal, after `timeoutMs`. */
  readonly tooSlow: () => Error;
}

/**
 * Waits for another host within a match, without a slot in admission. The wait ends with the time budget, the
 * operator's timeout or the caller's disconnect, whichever is first. Throws what `ask` throws, `BudgetSpent`,
 * the error of `tooSlow`, or the reason of the caller's signal.
 */
export async function waitForHost<T>(
  { budget, signal, withoutSlot }: Pick<RunControl, 'budget' | 'signal' | 'withoutSlot'>,
  { timeoutMs, tooSlow }: WaitLimit,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leftMs = budget.leftMs();
  const ending = new AbortController();
  const timer = setTimeout(
    () => ending.abort(leftMs < timeoutMs ? new BudgetSpent() : tooSlow()),
    Math.min(leftMs, timeoutMs),
  );
  try {
    const ends = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
    return await withoutSlot(() => ask(ends));
  } finally {
    clearTimeout(timer);
  }
}
