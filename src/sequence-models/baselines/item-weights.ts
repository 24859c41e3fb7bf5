/** The weight of each item of a history. */

/**
 * `null`: all weigh the same. A number is τ: the last item weighs 1, each earlier one e^(−1/τ) of its
 * successor.
 */
export type Recency = number | null;

/** `back`: the number of later items, from 0. */
export function itemWeight(recency: Recency, back: number): number {
  return recency === null ? 1 : Math.exp(-back / recency);
}
