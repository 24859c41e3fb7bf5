/**
 * Stacks the parts of a model (Wolpert 1992) by a logistic regression of later decisions. Its inputs are the
 * log-odds of parts that were fitted to earlier decisions, with factors shrunk to 1, and the states of both
 * people, with weights shrunk to 0. Cross-validation is by seeker. Factors are kept where they lower the log
 * loss of later decisions by more than a standard error. States are kept where they lower it further by more
 * than a standard error.
 */

import { fitLogistic } from '../../../../platform/numeric/fit-logistic.ts';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { rowDot, type SparseRows, SparseRowsBuilder } from '../../../../platform/numeric/sparse-rows.ts';
import { bootstrap, difference, numberClusters } from '../../evaluate/cluster-bootstrap.ts';
import { pairLosses } from '../../evaluate/log-loss.ts';
import { meanByCluster } from '../../evaluate/mean-by-cluster.ts';
import type { LabelledPairs } from '../../labelled-pairs.ts';
import { foldsByPerson } from '../evidence.ts';
import type { DecisionWeights } from './decision-weights.ts';
import { personStateNames, personStates } from './person-states.ts';

/** Log-odds of the parts for one decision that they have not seen. */
export interface PartsOfDecision {
  readonly profile: number;
  readonly selectivity: number;
  readonly desirability: number;
  readonly affinity: number;
}

export interface DecisionInput {
  /** Decisions of the training. */
  readonly pairs: LabelledPairs;
  /** Rows of the later ones, and the log-odds of the parts for each. */
  readonly later: Uint32Array;
  readonly parts: readonly PartsOfDecision[];
  readonly seed: number;
}

export interface ChosenDecisionWeights {
  /** null: the parts stand as they were fitted. */
  readonly weights: (DecisionWeights & { readonly affinity: number }) | null;
  /** One sentence. */
  readonly reason: string;
}

const FEWEST_LATER = 200;
const FOLDS = 5;
const INTERCEPT = 0;
const FIRST_FACTOR = 1;
const FACTORS = 4;
const FIRST_STATE = FIRST_FACTOR + FACTORS;
const INTERCEPT_PRECISION = 0.25;
/** Allows factors between about 0.4 and 1.6. */
const FACTOR_PRECISION = 10;
const STATE_PRECISION = 10;
const LARGEST_FACTOR = 3;
/** Precision that holds a column at 0. */
const NEVER = 1e9;

export function chooseDecisionWeights(input: DecisionInput): ChosenDecisionWeights {
  const { pairs, later, seed } = input;
  if (later.length < FEWEST_LATER) {
    return {
      weights: null,
      reason: `left out: ${later.length} later decisions to weigh by, ${FEWEST_LATER} are needed`,
    };
  }
  const problem = problemOf(input);
  const seekers = later.map((n) => pairs.seekers[n]!);
  const folds = foldsByPerson(pairs.people.length, FOLDS, new SeededRandom(seed + 2));
  const { clusters, count } = numberClusters(seekers);
  const losses = (['neither', 'factors', 'states'] as const).map((columns) => {
    const chances = new Float64Array(later.length);
    for (let fold = 0; fold < FOLDS; fold++) {
      const rowsOfFold = (own: boolean) =>
        Uint32Array.from(later.keys()).filter((n) => (folds[seekers[n]!] === fold) === own);
      const theta = fitted(problem, rowsOfFold(false), columns);
      for (const n of rowsOfFold(true))
        chances[n] = sigmoid(problem.offsets[n]! + rowDot(problem.x, n, theta));
    }
    return meanByCluster(pairLosses(chances, problem.labels), problem.weights, clusters);
  });
  const [neither, factors, states] = losses;
  const gains = [
    difference(neither!, factors!),
    difference(factors!, states!),
    difference(neither!, states!),
  ];
  const [byFactors, byStates, byBoth] = bootstrap(gains, { clusters: count, draws: 200 }).map(
    ({ value, standardError }) => value > standardError,
  );
  const once = new Float64Array(count).fill(1);
  const [before, weighed, full] = losses.map((loss) => loss(once).toFixed(4));
  const measured = `log loss of later decisions ${before} as fitted, ${weighed} with factors, ${full} with states as well`;
  const kept = byStates && byBoth ? 'states' : byFactors ? 'factors' : null;
  if (kept === null) return { weights: null, reason: `left out: ${measured}` };
  const theta = fitted(problem, Uint32Array.from(later.keys()), kept);
  return { weights: weightsOf(theta), reason: `${kept} kept: ${measured}` };
}

function weightsOf(theta: Float64Array) {
  const factor = (at: number) => Math.min(LARGEST_FACTOR, Math.max(0, 1 + theta[FIRST_FACTOR + at]!));
  const F = personStateNames.length;
  return {
    profile: factor(0),
    selectivity: factor(1),
    desirability: factor(2),
    affinity: factor(3),
    rater: [...theta.subarray(FIRST_STATE, FIRST_STATE + F)],
    rated: [...theta.subarray(FIRST_STATE + F)],
  };
}

interface StackProblem {
  readonly x: SparseRows;
  readonly offsets: Float64Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
}

function problemOf({ pairs, later, parts }: DecisionInput): StackProblem {
  const stateOf = personStates(pairs);
  const F = personStateNames.length;
  const builder = new SparseRowsBuilder(FIRST_STATE + 2 * F);
  const offsets = Float64Array.from(later, (n, at) => {
    const { profile, selectivity, desirability, affinity } = parts[at]!;
    const factors = [profile, selectivity, desirability, affinity];
    builder.add(INTERCEPT, 1);
    for (const [which, value] of factors.entries()) builder.add(FIRST_FACTOR + which, value);
    const moment = pairs.atMs[n]!;
    stateOf(pairs.seekers[n]!, moment).forEach((value, column) => {
      builder.add(FIRST_STATE + column, value);
    });
    stateOf(pairs.candidates[n]!, moment).forEach((value, column) => {
      builder.add(FIRST_STATE + F + column, value);
    });
    builder.endRow();
    return factors.reduce((sum, value) => sum + value, 0);
  });
  return {
    x: builder.build(),
    offsets,
    labels: Uint8Array.from(later, (n) => pairs.labels[n]!),
    weights: Float64Array.from(later, (n) => pairs.weights[n]!),
  };
}

function fitted(
  { x, offsets, labels, weights }: StackProblem,
  rows: Uint32Array,
  columns: 'neither' | 'factors' | 'states',
): Float64Array {
  const precision = new Float64Array(x.width).fill(columns === 'states' ? STATE_PRECISION : NEVER);
  precision[INTERCEPT] = INTERCEPT_PRECISION;
  precision.fill(columns === 'neither' ? NEVER : FACTOR_PRECISION, FIRST_FACTOR, FIRST_STATE);
  return fitLogistic({ x, rows, labels, weights, offsets, precision, stiff: [] }).theta;
}
