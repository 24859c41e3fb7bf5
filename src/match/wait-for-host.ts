/**
 * Waits for another host within a match. The wait ends with the time budget, the operator's timeout or the
 * caller's disconnect, whichever is first. It holds no slot in admission meanwhile.
 */
import type { MatchContext } from './stage.ts';

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

/** Throws what `ask` throws, `BudgetSpent`, the error of `tooSlow`, or the reason of the caller's signal. */
export async function waitForHost<T>(
  { budget, signal, withoutSlot }: Pick<MatchContext, 'budget' | 'signal' | 'withoutSlot'>,
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
