/** The neighbours that stand for an item of which only the content is known. */

export const NEIGHBOURS = 10;
/** A neighbour whose cosine is lower by this much weighs e times less. */
const TEMPERATURE = 0.1;

/** Softmax of the cosines; the weights add up to 1. */
export function weightsByCosine(cosines: readonly number[]): readonly number[] {
  const best = Math.max(...cosines);
  const weights = cosines.map((cosine) => Math.exp((cosine - best) / TEMPERATURE));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}
