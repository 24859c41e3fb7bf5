/** Diversity among candidates, by the cosine of their vectors. Scores do not change; the order does. */
import { rowNumber } from '../../contract/brands.ts';
import { maximalMarginalRelevance } from '../../engines/kernels/maximal-marginal-relevance.ts';
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
  const scores = candidates.map(({ order }) => order);
  const vectors = candidates.map((candidate) => vectorOf(candidate, index, encoderId));
  return maximalMarginalRelevance({ scores, vectors, diversity, limit }).map((at) => candidates[at]!);
}

function vectorOf({ row }: Ranked, index: MatchInput['index'], encoderId: string): Float32Array | null {
  const vector = index.vectorOf(rowNumber(row), encoderId);
  return vector === null ? null : unit(vector);
}
