/**
 * Baselines that read no profile. They are fitted on training rows alone and give probabilities, so log loss
 * and calibration are comparable.
 */
import type { LabelledPairs, PairScorer } from '../labelled-pairs.ts';

/** Weight of the overall share in a candidate's estimate, in outcomes. */
const PRIOR_WEIGHT = 5;
const DAY_MS = 86_400_000;

/**
 * Constant at the share of positives: the order is chance (ties count at their expectation in all metrics).
 */
export function randomScorer(train: LabelledPairs): PairScorer {
  const share = positiveShare(train);
  return { name: 'random', score: async ({ seekers }) => new Float64Array(seekers.length).fill(share) };
}

/**
 * Share of positive outcomes of the candidate, shrunk towards the overall share. Without refusals that share
 * is always 1, so the candidate's share of all choices is used.
 */
export function popularityScorer(train: LabelledPairs): PairScorer {
  return candidateShares('popularity', train, train.weights);
}

/** Popularity in which an outcome counts half after `halfLifeDays` before the latest one. */
export function recentPopularityScorer(train: LabelledPairs, halfLifeDays = 30): PairScorer {
  const latest = train.atMs.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  const decayed = train.weights.map(
    (weight, n) => weight * 2 ** (-(latest - train.atMs[n]!) / (halfLifeDays * DAY_MS)),
  );
  return candidateShares('recent popularity', train, decayed);
}

function candidateShares(name: string, train: LabelledPairs, weights: Float64Array): PairScorer {
  const refusals = train.labels.length === 0 || train.labels.includes(0);
  const share = refusals ? positiveShare(train) : 0;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = new Float64Array(train.people.length).fill(PRIOR_WEIGHT * share);
  const all = new Float64Array(train.people.length).fill(PRIOR_WEIGHT + (refusals ? 0 : total));
  for (const [n, candidate] of train.candidates.entries()) {
    chosen[candidate]! += weights[n]! * train.labels[n]!;
    if (refusals) all[candidate]! += weights[n]!;
  }
  return {
    name,
    score: async ({ candidates }) =>
      Float64Array.from(candidates, (candidate) => chosen[candidate]! / all[candidate]!),
  };
}

/** Weighted share of positives; 0.5 without outcomes. */
function positiveShare({ labels, weights }: LabelledPairs): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = weights.reduce((sum, weight, n) => sum + weight * labels[n]!, 0);
  return all === 0 ? 0.5 : chosen / all;
}
