/**
 * Cross-validation over dates: trains on four fifths, five times, and pools the predictions. These are the
 * probability of every decision, and the aggregate score of every date.
 */
import { probabilityAt } from '../../src/contract/brands.ts';
import type { Aggregation } from '../../src/domains/definition.ts';
import { areaUnderCurve } from '../../src/matching/learn/evaluate/area-under-curve.ts';
import { expectedCalibrationError } from '../../src/matching/learn/evaluate/calibration.ts';
import type { Interval, Statistic } from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { mutualOutcomes } from '../../src/matching/learn/evaluate/mutual-outcomes.ts';
import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { fitRankingModel } from '../../src/matching/learn/fit/fit-ranking-model.ts';
import { pairScorer } from '../../src/matching/learn/fit/score-pairs.ts';
import { type LabelledPairs, takePairs } from '../../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { aggregate } from '../../src/matching/ranking/scoring/probability.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { median } from '../../src/platform/numeric/statistics.ts';
import { aucInterval, withinInterval } from './auc-interval.ts';
import type { SpeedDating } from './read-dates.ts';

const FOLDS = 5;
/** Share of an evening after which people count as known. */
const KNOWN_PART = 0.3;

export interface FoldFigures {
  /** AUC of decisions with a 95 % interval over deciding people, and their calibration error. */
  readonly decision: Interval;
  readonly decisionError: number;
  /** AUC within the decisions of one person. */
  readonly within: Interval;
  /**
   * AUC of mutual choices by one side's probability, and by both. One aggregation is used for all folds,
   * because scores of different ones are not comparable. `chosen` counts the aggregations that the folds'
   * models chose.
   */
  readonly matchOneSided: number;
  readonly matchProduct: number;
  readonly matchHarmonic: number;
  readonly chosen: string;
  /** Calibration error of the product of both sides as the probability of a match. */
  readonly matchError: number;
  /** Probability of every scored decision. */
  readonly probabilities: Float64Array;
}

/** Both directions of a date share a fold. */
export function foldsByPair({ people, seekers, candidates }: LabelledPairs, seed: number): Uint8Array {
  const random = new SeededRandom(seed);
  const known = new Map<number, number>();
  return Uint8Array.from(seekers, (seeker, n) => {
    const [low, high] = [Math.min(seeker, candidates[n]!), Math.max(seeker, candidates[n]!)];
    const key = low * people.length + high;
    const fold = known.get(key) ?? random.below(FOLDS);
    known.set(key, fold);
    return fold;
  });
}

/** All dates of an event share a fold. */
export function foldsByEvent(events: Uint32Array, seed: number): Uint8Array {
  const order = new SeededRandom(seed).shuffle(Uint32Array.from(new Set(events)).sort());
  return Uint8Array.from(events, (event) => order.indexOf(event) % FOLDS);
}

interface Scored {
  readonly probabilities: Float64Array;
  /** By row. */
  readonly ways: Aggregation[];
}

/** `folds` [N]: test fold of each outcome. */
export async function measureFolds(
  set: TrainingSet,
  folds: Uint8Array,
  model: 'prior' | 'trained',
): Promise<FoldFigures> {
  const all = Uint32Array.from(folds.keys());
  const scored: Scored = { probabilities: new Float64Array(folds.length), ways: [] };
  for (let fold = 0; fold < FOLDS; fold++) {
    const train = all.filter((n) => folds[n] !== fold);
    const test = all.filter((n) => folds[n] === fold);
    await score(set, model === 'prior' ? new Uint32Array() : train, test, fold + 1, scored);
  }
  return figuresOf(set.outcomes, scored);
}

/**
 * Dates late in the evening of later events are 0, all others −1. Those who have them are known by the first dates
 * of that evening, and everything else by earlier events.
 */
export function laterDates(
  { people, seekers, candidates }: LabelledPairs,
  decisions: SpeedDating['decisions'],
): Int32Array {
  const key = (a: string, b: string) => [a, b].sort().join();
  const halfTime = median(decisions.map(({ wave }) => wave));
  const late = new Set(
    decisions
      .filter(({ wave, partOfEvening }) => wave >= halfTime && partOfEvening > KNOWN_PART)
      .map(({ seekerId, candidateId }) => key(seekerId, candidateId)),
  );
  return Int32Array.from(seekers, (seeker, n) =>
    late.has(key(people[seeker]!, people[candidates[n]!]!)) ? 0 : -1,
  );
}

/** `folds` [N]: trained on −1, scored on the others. */
export async function measureUnseen(
  set: TrainingSet,
  folds: Int32Array,
  model: 'prior' | 'trained',
): Promise<FoldFigures> {
  const all = Uint32Array.from(folds.keys());
  const scored: Scored = { probabilities: new Float64Array(folds.length), ways: [] };
  const test = all.filter((n) => folds[n]! >= 0);
  const train = all.filter((n) => model === 'trained' && folds[n]! < 0);
  await score(set, train, test, 1, scored);
  return figuresOf(takePairs(set.outcomes, test), {
    probabilities: Float64Array.from(test, (n) => scored.probabilities[n]!),
    ways: Array.from(test, (n) => scored.ways[n]!),
  });
}

async function score(set: TrainingSet, train: Uint32Array, test: Uint32Array, seed: number, into: Scored) {
  const base = domainPrior(set.definition);
  const options = { rows: train, base, version: `folds-${seed}`, seed };
  const model = train.length === 0 ? base : await fitRankingModel(set, options);
  const scores = await pairScorer(model, set, fitPeople(set)).score(takePairs(set.outcomes, test));
  test.forEach((n, at) => {
    into.probabilities[n] = scores[at]!;
    into.ways[n] = model.card.aggregation;
  });
}

function figuresOf(outcomes: LabelledPairs, { probabilities, ways }: Scored): FoldFigures {
  const { forward, backward, labels } = mutualOutcomes(outcomes);
  const ofBoth = (way: Aggregation) =>
    Float64Array.from(forward, (n, pair) =>
      aggregate(way, probabilityAt(probabilities, n), probabilityAt(probabilities, backward[pair]!)),
    );
  const eitherSide = Float64Array.from([...forward, ...backward], (n) => probabilities[n]!);
  const twice = Uint8Array.from([...labels, ...labels]);
  return {
    decision: aucInterval(outcomes, probabilities),
    within: withinInterval(outcomes, probabilities),
    decisionError: value(expectedCalibrationError, probabilities, outcomes.labels),
    matchOneSided: value(areaUnderCurve, eitherSide, twice),
    matchProduct: value(areaUnderCurve, ofBoth('product'), labels),
    matchHarmonic: value(areaUnderCurve, ofBoth('harmonic'), labels),
    chosen: [...new Set(ways)].sort().join(', '),
    matchError: value(expectedCalibrationError, ofBoth('product'), labels),
    probabilities,
  };
}

type Metric = (scored: Parameters<typeof areaUnderCurve>[0]) => Statistic;

function value(metric: Metric, scores: Float64Array, labels: Uint8Array): number {
  const weights = new Float64Array(labels.length).fill(1);
  const clusters = new Uint32Array(labels.length);
  return metric({ scores, labels, weights, clusters })(Float64Array.of(1));
}
