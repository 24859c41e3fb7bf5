/**
 * Waiting for another host within a match: not beyond the time budget, not beyond what the operator allows, not for a
 * caller who has gone, and without the place that other matches could have meanwhile.
 */
import type { MatchContext } from './stage.ts';

/** The time budget of the request ended the waiting. */
export class BudgetSpent extends Error {
  constructor() {
    super('the time budget of the match is spent');
    this.name = 'BudgetSpent';
  }
}

export interface Patience {
  readonly timeoutMs: number;
  /** The signal's reason, and what is thrown, where the other host took longer than that. */
  readonly tooSlow: () => Error;
}

/** Throws what `ask` throws, `BudgetSpent`, the reason of `tooSlow`, or that of the caller's signal. */
export async function waitForHost<T>(
  { budget, signal, withoutSlot }: Pick<MatchContext, 'budget' | 'signal' | 'withoutSlot'>,
  { timeoutMs, tooSlow }: Patience,
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
