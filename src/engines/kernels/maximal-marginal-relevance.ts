/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998). The next candidate maximises
 *
 *   (1 - diversity) · score - diversity · (largest cosine with the candidates already chosen)
 *
 * A candidate without a vector is similar to no other. N candidates.
 */
import { SimilarityMatrix } from './similarity-matrix.ts';

export interface RelevanceProblem {
  /** [N], best first; the order breaks ties. */
  readonly scores: ArrayLike<number>;
  /** [N], of unit norm. */
  readonly vectors: readonly (Float32Array | null)[];
  /** 0: by score alone. 1: by similarity alone. */
  readonly diversity: number;
  readonly limit: number;
}

/** The positions of the chosen candidates in their order, at most `limit`. */
export function maximalMarginalRelevance({ scores, vectors, diversity, limit }: RelevanceProblem): number[] {
  const similarity = new SimilarityMatrix(vectors);
  const remaining = new Set(vectors.keys());
  const chosen: number[] = [];
  while (chosen.length < limit && remaining.size > 0) {
    let next = -1;
    let greatest = Number.NEGATIVE_INFINITY;
    for (const position of remaining) {
      const relevance =
        (1 - diversity) * scores[position]! - diversity * similarity.maxSimilarities[position]!;
      if (next < 0 || relevance > greatest) [next, greatest] = [position, relevance];
    }
    remaining.delete(next);
    chosen.push(next);
    similarity.choose(next);
  }
  return chosen;
}
