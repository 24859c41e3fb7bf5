/**
 * Nearest-neighbour baseline for domains that record choices alone. The similarity of two seekers is common /
 * (√(n₁ · n₂) + shrink) by the candidates that both chose. A candidate scores the sum of the similarities of
 * its choosers. Each is decayed by e^(−age / mean age of all choices), which adapts to slow and fast markets.
 * Fitted on training rows alone. Scores s / (1 + s) in [0, 1) are an order, not probabilities.
 */
import type { LabelledPairs, PairList, PairScorer } from '../labelled-pairs.ts';

/** Added to the denominator of the cosine, so that neighbours with a single common choice count less. */
const SHRINK = 5;

export function neighbourScorer(train: LabelledPairs, shrink = SHRINK): PairScorer {
  const links = linksOf(train);
  let last = { seeker: -1, scores: new Map<number, number>() };
  const scoresOf = (seeker: number) => {
    if (last.seeker !== seeker) last = { seeker, scores: neighbourScores(seeker, links, shrink) };
    return last.scores;
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

interface Links {
  /** By seeker: the candidates, with the decayed weight of each choice. */
  readonly chosen: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** By candidate. */
  readonly choosers: ReadonlyMap<number, readonly number[]>;
}

function linksOf({ seekers, candidates, labels, atMs }: LabelledPairs): Links {
  const rows = Array.from(seekers.keys()).filter((row) => labels[row] === 1);
  const latest = rows.reduce((most, row) => Math.max(most, atMs[row]!), Number.NEGATIVE_INFINITY);
  const age = (row: number) => latest - atMs[row]!;
  const meanAge = rows.reduce((sum, row) => sum + age(row), 0) / rows.length || 1;
  const counts = (row: number) => [candidates[row]!, Math.exp(-age(row) / meanAge)] as const;
  const bySeeker = Map.groupBy(rows, (row) => seekers[row]!);
  const byCandidate = Map.groupBy(rows, (row) => candidates[row]!);
  return {
    chosen: new Map(Array.from(bySeeker, ([seeker, own]) => [seeker, new Map(own.map(counts))])),
    choosers: new Map(
      Array.from(byCandidate, ([candidate, own]) => [candidate, own.map((row) => seekers[row]!)]),
    ),
  };
}

/** Scores by candidate; candidates that no neighbour chose are absent. */
function neighbourScores(seeker: number, { chosen, choosers }: Links, shrink: number) {
  const mine = chosen.get(seeker) ?? new Map<number, number>();
  const common = new Map<number, number>();
  for (const candidate of mine.keys())
    for (const other of choosers.get(candidate)!)
      if (other !== seeker) common.set(other, (common.get(other) ?? 0) + 1);
  const scores = new Map<number, number>();
  for (const [other, count] of common) {
    const theirs = chosen.get(other)!;
    const alike = count / (Math.sqrt(mine.size * theirs.size) + shrink);
    for (const [candidate, counts] of theirs)
      scores.set(candidate, (scores.get(candidate) ?? 0) + alike * counts);
  }
  return scores;
}
