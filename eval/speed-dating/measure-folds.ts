/**
 * Five folds: a head is trained on four fifths of the dates and scores the fifth that it has not seen, both directions
 * of a date in one fold. Figures are pooled over the folds: of every decision its probability, of every date the score
 * by which both sides' wanting it is told.
 */
import { areaUnderCurve } from '../../src/learn/evaluate/area-under-curve.ts';
import { expectedCalibrationError } from '../../src/learn/evaluate/calibration.ts';
import type { Statistic } from '../../src/learn/evaluate/cluster-bootstrap.ts';
import { mutualOutcomes } from '../../src/learn/evaluate/mutual-outcomes.ts';
import { fitHead } from '../../src/learn/fit/fit-head.ts';
import { fitPeople } from '../../src/learn/fit/fit-input.ts';
import { pairScorer } from '../../src/learn/fit/score-pairs.ts';
import type { TrainingSet } from '../../src/learn/training-set.ts';
import { domainPrior } from '../../src/ranking/models/model-catalog.ts';
import { aggregate } from '../../src/ranking/scoring/probability.ts';

export const FOLDS = 5;

export interface FoldFigures {
  readonly decisions: number;
  /** AUC of decisions; of mutual choices by one side's probability, and by the head's aggregate of both. */
  readonly decision: number;
  readonly decisionError: number;
  readonly matchOneSided: number;
  readonly matchBothSided: number;
  readonly matchError: number;
}

/** `folds` [N]: which fold each outcome is scored in. */
export async function measureFolds(
  set: TrainingSet,
  folds: Uint8Array,
  trained: boolean,
): Promise<FoldFigures> {
  const { outcomes, definition } = set;
  const N = outcomes.seekers.length;
  const people = fitPeople(set);
  const probabilities = new Float64Array(N);
  const ways: string[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const rows = Uint32Array.from(folds.keys()).filter((n) => folds[n] !== fold);
    const base = domainPrior(definition);
    const head = trained ? await fitHead(set, { rows, base, version: `fold-${fold}`, seed: fold + 1 }) : base;
    ways[fold] = head.card.aggregation;
    const scored = await pairScorer(head, set, people).score(outcomes);
    for (let n = 0; n < N; n++) if (folds[n] === fold) probabilities[n] = scored[n]!;
  }
  const { forward, backward, labels } = mutualOutcomes(outcomes);
  const both = Float64Array.from(forward, (n, pair) =>
    aggregate(ways[folds[n]!]! as 'product', probabilities[n]!, probabilities[backward[pair]!]!),
  );
  const product =
    forward.length === 0
      ? both
      : Float64Array.from(forward, (n, pair) => probabilities[n]! * probabilities[backward[pair]!]!);
  const bothRows = Uint32Array.from([...forward, ...backward]);
  const twice = Uint8Array.from([...labels, ...labels]);
  return {
    decisions: N,
    decision: value(areaUnderCurve, probabilities, outcomes.labels),
    decisionError: value(expectedCalibrationError, probabilities, outcomes.labels),
    matchOneSided: value(
      areaUnderCurve,
      Float64Array.from(bothRows, (n) => probabilities[n]!),
      twice,
    ),
    matchBothSided: value(areaUnderCurve, both, labels),
    matchError: value(expectedCalibrationError, product, labels),
  };
}

type Metric = (scored: Parameters<typeof areaUnderCurve>[0]) => Statistic;

function value(metric: Metric, scores: Float64Array, labels: Uint8Array): number {
  const weights = new Float64Array(labels.length).fill(1);
  return metric({ scores, labels, weights, clusters: new Uint32Array(labels.length) })(Float64Array.of(1));
}
