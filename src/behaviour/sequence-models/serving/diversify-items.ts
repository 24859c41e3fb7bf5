/**
 * Diversity among the items of a prediction, by the cosine of the model's item vectors. Scores of models have
 * no common scale, so they are mapped to [0, 1] over the items that the answer is chosen from.
 *
 * P items to choose from.
 */
import { maximalMarginalRelevance } from '../../../engines/kernels/maximal-marginal-relevance.ts';
import { normalize } from '../../../platform/numeric/vectors.ts';

export interface DiversityProblem {
  /** Best first [P]. */
  readonly scores: Float32Array;
  /** Unit vectors; null: the model knows nothing of the item [P]. */
  readonly vectors: readonly (Float32Array | null)[];
  readonly diversity: number;
  readonly limit: number;
}

/** The positions of the chosen items in their order, at most `limit`. */
export function diversifyItems(problem: DiversityProblem): readonly number[] {
  const { scores, vectors, diversity, limit } = problem;
  return maximalMarginalRelevance({ scores: relative(scores), vectors, diversity, limit });
}

/** The best score becomes 1, the last one 0. */
function relative(scores: Float32Array): Float64Array {
  const [best, last] = [scores[0]!, scores.at(-1)!];
  return Float64Array.from(scores, (score) => (best === last ? 1 : (score - last) / (best - last)));
}

/** A copy of unit norm. null: the vector is zero, since the model knows nothing of the item. */
export function unitItemVector(vectors: Float32Array, width: number, item: number): Float32Array | null {
  const vector = vectors.slice(item * width, (item + 1) * width);
  return vector.every((value) => value === 0) ? null : normalize(vector);
}
