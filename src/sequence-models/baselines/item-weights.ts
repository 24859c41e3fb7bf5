/** What each item of a history weighs. */

/** `null`: all alike. τ: the last item weighs 1, each one before it e^(−1/τ) of the one after it. */
export type Recency = number | null;

/** `back`: how many items came after it, from 0. */
export function itemWeight(recency: Recency, back: number): number {
  return recency === null ? 1 : Math.exp(-back / recency);
}
