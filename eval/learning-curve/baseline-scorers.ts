/**
 * Plain learners on the same outcomes as the service's model, as scorers of one test set. They are logistic
 * regression on pair features with and without effects, effects alone, and gradient boosting.
 */

import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import type { LabelledPairs, PairScorer } from '../../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { boostingBaseline } from '../baselines/boosting.ts';
import { logisticBaseline } from '../baselines/logistic.ts';
import { pairFeatures } from '../baselines/pair-features.ts';

/** `test`: the pairs, in their order, that the scorers are asked for. Its labels are not read. */
export function baselineScorers(set: TrainingSet, test: LabelledPairs): readonly PairScorer[] {
  const size = set.outcomes.seekers.length;
  const all: LabelledPairs = {
    people: test.people,
    seekers: Uint32Array.from([...set.outcomes.seekers, ...test.seekers]),
    candidates: Uint32Array.from([...set.outcomes.candidates, ...test.candidates]),
    labels: Uint8Array.from([...set.outcomes.labels, ...new Uint8Array(test.labels.length)]),
    weights: Float64Array.from([...set.outcomes.weights, ...test.weights]),
    atMs: Float64Array.from([...set.outcomes.atMs, ...test.atMs]),
  };
  const features = pairFeatures(fitPeople(set), all);
  const rows = Uint32Array.from({ length: size }, (_, n) => n);
  const learned: readonly (readonly [string, Float64Array])[] = [
    ['logistic regression on pairs', logisticBaseline(all, features, false, rows)],
    ['two-way effects', logisticBaseline(all, [], true, rows)],
    ['logistic regression with effects', logisticBaseline(all, features, true, rows)],
    ['gradient boosting on pairs', boostingBaseline(features, all.labels, rows)],
  ];
  return learned.map(([name, scores]) => ({ name, score: async () => scores.slice(size) }));
}
