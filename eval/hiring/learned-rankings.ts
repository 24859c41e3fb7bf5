/**
 * Learned ways to rank: the service's own model and plain learners, on the same outcomes of simulated
 * recruiters. Each job of the first part decides about a few CVs. Every CV is then ranked for the jobs of the
 * other part, whose outcomes no learner has seen.
 */

import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { fitRankingModel } from '../../src/matching/learn/fit/fit-ranking-model.ts';
import { pairScorer } from '../../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { boostingBaseline } from '../baselines/boosting.ts';
import { logisticBaseline } from '../baselines/logistic.ts';
import { pairFeatures } from '../baselines/pair-features.ts';
import { type NumberedPairs, numbersIn, type Ranking } from './rank-by.ts';
import type { Market } from './simulate-market.ts';

/** Part of the jobs whose decisions are learned from. */
const LEARNED = 2 / 3;
const DECISIONS_A_JOB = 40;
const MINUTE = 60_000;

export interface LearnedRankings {
  readonly outcomes: number;
  /** Rows of `pairs` that are ranked. */
  readonly rows: Uint32Array;
  /** Scores by row of `pairs`. */
  readonly rankings: readonly Ranking[];
}

/** `bm25`: scores of all pairs, a column for the plain learners. `labels` of all pairs. */
export async function learnedRankings(
  market: Market,
  set: TrainingSet,
  { jobs, candidates }: NumberedPairs,
  labels: Uint8Array,
  bm25: Float64Array,
  seed: number,
): Promise<LearnedRankings> {
  const numbers = numbersIn(set, market);
  const all: LabelledPairs = {
    people: set.outcomes.people,
    seekers: jobs.map((n) => numbers[n]!),
    candidates: candidates.map((n) => numbers[n]!),
    labels,
    weights: new Float64Array(labels.length).fill(1),
    atMs: Float64Array.from(labels.keys(), (n) => set.frozenAtMs - (labels.length - n) * MINUTE),
  };
  const J = new Set(jobs).size;
  const byJob = Map.groupBy(labels.keys(), (n) => jobs[n]!);
  const random = new SeededRandom(seed);
  const train = Uint32Array.from(
    [...byJob].flatMap(([job, rows]) => (job < LEARNED * J ? random.sample(rows, DECISIONS_A_JOB) : [])),
  ).sort();
  const people = fitPeople(set);
  const features = [...pairFeatures(people, all), standardised(bm25)];
  const decided: TrainingSet = { ...set, outcomes: all };
  const model = await fitRankingModel(decided, {
    rows: train,
    base: domainPrior(set.definition),
    version: 'learned',
    seed,
  });
  return {
    outcomes: train.length,
    rows: Uint32Array.from(labels.keys()).filter((n) => jobs[n]! >= LEARNED * J),
    rankings: [
      { name: 'ranking model', scores: await pairScorer(model, decided, people).score(all) },
      { name: 'logistic regression on pairs', scores: logisticBaseline(all, features, false, train) },
      { name: 'gradient boosting on pairs', scores: boostingBaseline(features, labels, train) },
    ],
  };
}

function standardised(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
  return column.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation));
}
