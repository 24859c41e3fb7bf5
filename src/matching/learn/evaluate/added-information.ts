/**
 * Tests whether a model carries information that another model lacks: the score test of a logistic
 * regression. Outcomes are regressed on the other model's log-odds (slope and intercept are free, so
 * calibration does not matter). The test asks whether the first model's log-odds explain the residuals. It
 * detects small gains on few outcomes, where a difference of two AUCs carries the noise of both.
 *
 * The result is standard normal where the model adds nothing. Its variance is cluster-robust by seeker and
 * candidate (`two-way-clusters.ts`), and taken around the effect that was found. Around 0, a large effect
 * would count as noise of its own clusters, and z could not exceed the root of their number. With 20 seekers,
 * models that were clearly better were refused.
 * Measurements: docs/design/decisions/fitting-and-evaluation.md.
 */
import { logit, sigmoid } from '../../../platform/numeric/logistic.ts';
import { mean, standardDeviation } from '../../../platform/numeric/statistics.ts';
import type { ScoredLabels } from './area-under-curve.ts';
import { PROBABILITY_MARGIN } from './log-loss.ts';
import { clusteredError, type PairClusters } from './two-way-clusters.ts';

const NEWTON_STEPS = 25;
/** Keeps the regression finite for separable labels. */
const RIDGE = 1e-3;

/**
 * z score, above 0 where `scores` point the right way; NaN where it is undefined. Both are probabilities [N].
 */
export function addedInformation(
  { scores, labels, weights }: Omit<ScoredLabels, 'clusters'>,
  known: Float64Array,
  clusters: PairClusters,
): number {
  const [before, after] = [standardised(known), standardised(scores)];
  const { intercept, slope } = fitLine(before, labels, weights);
  const expected = before.map((x) => sigmoid(intercept + slope * x));
  const curvature = expected.map((p, n) => weights[n]! * p * (1 - p));
  const rest = residuals(after, before, curvature);
  const score = rest.map((x, n) => weights[n]! * (labels[n]! - expected[n]!) * x);
  const information = rest.map((x, n) => curvature[n]! * x * x);
  const total = sum(score);
  // One step of Newton's method: the effect that was found.
  const effect = total / sum(information);
  const error = clusteredError(
    score.map((effectSize, n) => effectSize - effect * information[n]!),
    clusters,
  );
  return error < 1e-6 || !Number.isFinite(error) ? Number.NaN : total / error;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Log-odds with mean 0 and deviation 1; all 0 where they are constant. */
function standardised(probabilities: Float64Array): Float64Array {
  const logOdds = probabilities.map((probability) => {
    return logit(Math.min(1 - PROBABILITY_MARGIN, Math.max(PROBABILITY_MARGIN, probability)));
  });
  const [middle, deviation] = [mean(logOdds), standardDeviation(logOdds)];
  return logOdds.map((x) => (deviation < 1e-9 ? 0 : (x - middle) / deviation));
}

/** Logistic regression on one column, by Newton's method. */
function fitLine(x: Float64Array, labels: Uint8Array, weights: Float64Array) {
  let [intercept, slope] = [0, 0];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [g0, g1, h00, h01, h11] = [-RIDGE * intercept, -RIDGE * slope, RIDGE, 0, RIDGE];
    for (let n = 0; n < x.length; n++) {
      const p = sigmoid(intercept + slope * x[n]!);
      const [error, h] = [weights[n]! * (labels[n]! - p), weights[n]! * p * (1 - p)];
      g0 += error;
      g1 += error * x[n]!;
      h00 += h;
      h01 += h * x[n]!;
      h11 += h * x[n]! ** 2;
    }
    const determinant = h00 * h11 - h01 * h01;
    const [step0, step1] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
    intercept += Math.max(-2, Math.min(2, step0));
    slope += Math.max(-2, Math.min(2, step1));
  }
  return { intercept, slope };
}

/** Residual of `y` after regression on 1 and `x` under the weights `h`. */
function residuals(y: Float64Array, x: Float64Array, h: Float64Array): Float64Array {
  const mass = sum(h);
  const weighted = (values: Float64Array) => sum(values.map((value, n) => h[n]! * value)) / mass;
  const [meanX, meanY] = [weighted(x), weighted(y)];
  const spread = weighted(x.map((value) => (value - meanX) ** 2));
  const slope =
    spread < 1e-12 ? 0 : weighted(x.map((value, n) => (value - meanX) * (y[n]! - meanY))) / spread;
  return y.map((value, n) => value - meanY - slope * (x[n]! - meanX));
}
