/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998). The next candidate maximises
 *
 *   (1 - diversity) · score - diversity · (largest cosine with the candidates already chosen)
 *
 * Scores do not change; the order does, and so the choice of the first `limit`. A candidate without a vector
 * is similar to no other.
 */
import { rowNumber } from '../contract/brands.ts';
import { SimilarityMatrix } from '../index/kernels/similarity-matrix.ts';
import { unit } from '../ranking/scoring/person.ts';
import type { Ranked } from './rank-best.ts';
import type { MatchInput } from './stage.ts';

/** `candidates` come best first; their order breaks ties. Returns at most `limit`. */
export function diversify(
  candidates: readonly Ranked[],
  diversity: number,
  limit: number,
  { index, encoderId }: Pick<MatchInput, 'index' | 'encoderId'>,
): readonly Ranked[] {
  const similarity = new SimilarityMatrix(candidates.map((one) => vectorOf(one, index, encoderId)));
  const marginalRelevance = ({ score }: Ranked, position: number) =>
    (1 - diversity) * score - diversity * similarity.maxSimilarities[position]!;
  const remaining = new Set(candidates.keys());
  const chosen: Ranked[] = [];
  while (chosen.length < limit && remaining.size > 0) {
    let next = -1;
    let greatest = Number.NEGATIVE_INFINITY;
    for (const position of remaining) {
      const relevance = marginalRelevance(candidates[position]!, position);
      if (next < 0 || relevance > greatest) [next, greatest] = [position, relevance];
    }
    remaining.delete(next);
    chosen.push(candidates[next]!);
    similarity.choose(next);
  }
  return chosen;
}

function vectorOf({ row }: Ranked, index: MatchInput['index'], encoderId: string): Float32Array | null {
  const vector = index.vectorOf(rowNumber(row), encoderId);
  return vector === null ? null : unit(vector);
}
