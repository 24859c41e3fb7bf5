/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998). The next candidate maximises (1 - d) ·
 * score - d · (largest cosine with the candidates already chosen), d = `diversity`. Scores do not change; the
 * order does, and so the choice of the first `limit`. A candidate without a vector has no likeness to others.
 */
import { rowNumber } from '../contract/brands.ts';
import { LikenessMatrix } from '../index/kernels/likeness-matrix.ts';
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

function vectorOf({ row }: Ranked, index: MatchInput['index'], encoderId: string): Float32Array | null {
  const vector = index.vectorOf(rowNumber(row), encoderId);
  return vector === null ? null : unit(vector);
}
