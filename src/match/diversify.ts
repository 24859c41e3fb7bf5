/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): the next one is who maximises
 * (1 - d) · score - d · (largest cosine with those already chosen), d = `diversity`. Scores stay what they were;
 * only the order, and so who is among the first `limit`, changes. Who has no vector is like nobody.
 */
import { rowNumber } from '../contract/brands.ts';
import { LikenessMatrix } from '../index/kernels/likeness-matrix.ts';
import { unit } from '../ranking/scoring/person.ts';
import type { Ranked } from './rank-best.ts';
import type { MatchContext } from './stage.ts';

/** `candidates` in their order, which decides between equals; at most `limit` of them come back. */
export function diversify(
  candidates: readonly Ranked[],
  diversity: number,
  limit: number,
  { index, encoderId }: Pick<MatchContext, 'index' | 'encoderId'>,
): readonly Ranked[] {
  const likeness = new LikenessMatrix(candidates.map((one) => vectorOf(one, index, encoderId)));
  const worth = ({ score }: Ranked, position: number) =>
    (1 - diversity) * score - diversity * likeness.likest[position]!;
  const open = new Set(candidates.keys());
  const chosen: Ranked[] = [];
  while (chosen.length < limit && open.size > 0) {
    let next = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const position of open) {
      const worthOfThis = worth(candidates[position]!, position);
      if (next < 0 || worthOfThis > most) [next, most] = [position, worthOfThis];
    }
    open.delete(next);
    chosen.push(candidates[next]!);
    likeness.choose(next);
  }
  return chosen;
}

function vectorOf({ row }: Ranked, index: MatchContext['index'], encoderId: string): Float32Array | null {
  const vector = index.vectorOf(rowNumber(row), encoderId);
  return vector === null ? null : unit(vector);
}
