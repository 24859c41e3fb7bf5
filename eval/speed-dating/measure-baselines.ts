/**
 * Plain learners on the same decisions and splits as the service's model. Gives the AUC of held-out decisions,
 * pooled and within a person, with 95 % intervals over deciding people.
 */
import type { Interval } from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { takePairs } from '../../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { boostingBaseline } from '../baselines/boosting.ts';
import { logisticBaseline } from '../baselines/logistic.ts';
import { type Columns, pairFeatures } from '../baselines/pair-features.ts';
import { aucInterval, withinInterval } from './auc-interval.ts';

export interface BaselineFigure {
  readonly name: string;
  readonly auc: Interval;
  readonly within: Interval;
  /** Scores of the tested rows, in their order. */
  readonly scores: Float64Array;
}

/** `folds` [N]: test fold of each outcome; −1: never tested, always trained on. */
export function measureBaselines(set: TrainingSet, folds: Int32Array): readonly BaselineFigure[] {
  const { outcomes } = set;
  const features = pairFeatures(fitPeople(set), outcomes);
  const none: Columns = [];
  const learners = [
    {
      name: 'logistic regression on pairs',
      learn: (train: Uint32Array) => logisticBaseline(outcomes, features, false, train),
    },
    { name: 'two-way effects', learn: (train: Uint32Array) => logisticBaseline(outcomes, none, true, train) },
    {
      name: 'logistic regression with effects',
      learn: (train: Uint32Array) => logisticBaseline(outcomes, features, true, train),
    },
    {
      name: 'gradient boosting on pairs',
      learn: (train: Uint32Array) => boostingBaseline(features, outcomes.labels, train),
    },
  ];
  return learners.map(({ name, learn }) => ({ name, ...pooled(outcomes, folds, learn) }));
}

function pooled(
  outcomes: TrainingSet['outcomes'],
  folds: Int32Array,
  learn: (train: Uint32Array) => Float64Array,
): Omit<BaselineFigure, 'name'> {
  const all = Uint32Array.from(folds.keys());
  const scores = new Float64Array(folds.length);
  for (const fold of new Set(folds)) {
    if (fold < 0) continue;
    const found = learn(all.filter((n) => folds[n] !== fold));
    for (const n of all) if (folds[n] === fold) scores[n] = found[n]!;
  }
  const tested = all.filter((n) => folds[n]! >= 0);
  const found = Float64Array.from(tested, (n) => scores[n]!);
  const decisions = takePairs(outcomes, tested);
  return {
    auc: aucInterval(decisions, found),
    within: withinInterval(decisions, found),
    scores: found,
  };
}
