/**
 * Nearest neighbours by common choices, what a head must beat where choices are all that is known: seekers are alike by
 * the candidates whom both chose, common / (√(n₁ · n₂) + shrink), and a candidate scores the likeness of those who chose
 * them. Fitted on training rows alone. An order and no probability: s / (1 + s), so that it lies in [0, 1).
 */
import type { JudgedPairs, PairList, PairScorer } from './judged-pairs.ts';

/** Added to the denominator of the cosine: neighbours by a single common choice count less. */
const SHRINK = 5;

export function neighbourScorer(train: JudgedPairs, shrink = SHRINK): PairScorer {
  const [chosenBy, choosersOf] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()];
  for (const [row, seeker] of train.seekers.entries()) {
    if (train.labels[row] === 0) continue;
    addTo(chosenBy, seeker, train.candidates[row]!);
    addTo(choosersOf, train.candidates[row]!, seeker);
  }
  const known = new Map<number, ReadonlyMap<number, number>>();
  const scoresOf = (seeker: number) => {
    const scores = known.get(seeker) ?? neighbourScores(seeker, chosenBy, choosersOf, shrink);
    known.set(seeker, scores);
    return scores;
  };
  return {
    name: 'neighbours',
    score: async ({ seekers, candidates }: PairList) =>
      Float64Array.from(seekers, (seeker, n) => {
        const score = scoresOf(seeker).get(candidates[n]!) ?? 0;
        return score / (1 + score);
      }),
  };
}

type Links = ReadonlyMap<number, ReadonlySet<number>>;

/** By candidate; whom no neighbour chose is not in it. */
function neighbourScores(seeker: number, chosenBy: Links, choosersOf: Links, shrink: number) {
  const mine = chosenBy.get(seeker) ?? new Set();
  const common = new Map<number, number>();
  for (const candidate of mine)
    for (const other of choosersOf.get(candidate)!)
      if (other !== seeker) common.set(other, (common.get(other) ?? 0) + 1);
  const scores = new Map<number, number>();
  for (const [other, count] of common) {
    const theirs = chosenBy.get(other)!;
    const alike = count / (Math.sqrt(mine.size * theirs.size) + shrink);
    for (const candidate of theirs) scores.set(candidate, (scores.get(candidate) ?? 0) + alike);
  }
  return scores;
}

function addTo(links: Map<number, Set<number>>, from: number, to: number): void {
  const linked = links.get(from);
  if (linked === undefined) links.set(from, new Set([to]));
  else linked.add(to);
}
