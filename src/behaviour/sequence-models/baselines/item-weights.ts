/** The weights of a history's items in a baseline. */

/**
 * null: all items have the weight 1. A number is τ: the last item has the weight 1, and every other item has
 * e^(−1/τ) times the weight of the item after it.
 */
export type Recency = number | null;

/** `back`: the number of later items in the history. */
export function itemWeight(recency: Recency, back: number): number {
  return recency === null ? 1 : Math.exp(-back / recency);
}
