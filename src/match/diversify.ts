/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): the next one is who maximises
 * (1 - d) · score - d · (largest cosine with those already chosen), d = `diversity`. Scores stay what they were;
 * only the order, and so who is among the first `limit`, changes. Who has no vector is like nobody.
 */
import { rowNumber } from '../contract/brands.ts';
import { unit } from '../ranking/scoring/person.ts';
import { dot } from '../ranking/scoring/sentences.ts';
import type { Ranked } from './rank-best.ts';
import type { MatchContext } from './stage.ts';

/** `candidates` in their order, which decides between equals; at most `limit` of them come back. */
export function diversify(
  candidates: readonly Ranked[],
  diversity: number,
  limit: number,
  { index, encoderId }: Pick<MatchContext, 'index' | 'encoderId'>,
): readonly Ranked[] {
  const open = candidates.map((candidate) => ({
    candidate,
    vector: vectorOf(candidate, index, encoderId),
    likest: 0,
  }));
  const chosen: Ranked[] = [];
  while (chosen.length < limit && open.length > 0) {
    const worth = open.map(({ candidate, likest }) => (1 - diversity) * candidate.score - diversity * likest);
    const [next] = open.splice(worth.indexOf(Math.max(...worth)), 1);
    chosen.push(next!.candidate);
    for (const other of open) {
      const cosine = next!.vector === null || other.vector === null ? 0 : dot(next!.vector, other.vector);
      other.likest = Math.max(other.likest, cosine);
    }
  }
  return chosen;
}

function vectorOf({ row }: Ranked, index: MatchContext['index'], encoderId: string): Float32Array | null {
  const vector = index.vectorOf(rowNumber(row), encoderId);
  return vector === null ? null : unit(vector);
}
