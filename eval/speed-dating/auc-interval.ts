/** Pooled AUC of decisions, and differences of two scorers, with 95 % intervals over deciding people. */
import { areaUnderCurve } from '../../src/matching/learn/evaluate/area-under-curve.ts';
import {
  bootstrap,
  difference,
  type Interval,
  numberClusters,
} from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';

type Decisions = Pick<LabelledPairs, 'seekers' | 'labels'>;
const DRAWS = 500;

export function aucInterval(decisions: Decisions, scores: Float64Array): Interval {
  const { count } = numberClusters(decisions.seekers);
  return bootstrap([aucOf(decisions, scores)], { clusters: count, draws: DRAWS })[0]!;
}

/** AUC by `scores` minus AUC by `others`, over the same draws of people. */
export function aucDifference(decisions: Decisions, scores: Float64Array, others: Float64Array): Interval {
  const { count } = numberClusters(decisions.seekers);
  const gain = difference(aucOf(decisions, scores), aucOf(decisions, others));
  return bootstrap([gain], { clusters: count, draws: DRAWS })[0]!;
}

/** As `0.812 (0.801 to 0.823)`. */
export function shown({ value, low, high }: Interval): string {
  return `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function aucOf({ seekers, labels }: Decisions, scores: Float64Array) {
  const { clusters } = numberClusters(seekers);
  return areaUnderCurve({ scores, labels, weights: new Float64Array(labels.length).fill(1), clusters });
}
