/**
 * Fits level and temperature: the line slope · x + offset from summed log-odds x to log-odds that are
 * probabilities (Platt 1999), slope = 1 / temperature. It is shrunk to the prior, so that it is calibrated
 * from the first outcomes on.
 *
 * level        beta prior: with weights 1, the mean of the fitted probabilities over the N outcomes is that
 * of
 *                the posterior of Beta(rate · K, (1 − rate) · K), which is (choices + K · rate) / (N + K)
 *   temperature  normal prior of the slope around 1
 *
 * The beta prior enters as K outcomes spread over the pairs. Their labels are the prior probabilities of the
 * pairs: those of x itself, shifted so that their mean is `rate`. They hold the slope, too.
 */
import { sigmoid } from '../../../platform/numeric/logistic.ts';

/** Outcomes that the believed rate counts as, where nothing else is said. */
export const PRIOR_OUTCOMES = 20;
/** Precision of the slope around 1: temperatures of 0.6 to 1.5 times the declared one are likely. */
const SLOPE_PRECISION = 8;
/** A slope stays above this, so that calibration never changes an order. */
const LEAST_SLOPE = 0.05;
const NEWTON_STEPS = 50;

/** Log-odds of pairs and their outcomes [N]. */
export interface LabelledLogOdds {
  readonly logOdds: Float64Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
}

export interface Line {
  readonly slope: number;
  readonly offset: number;
}

/**
 * `rate`: the believed share of choices, in (0, 1); null: the mean probability of these pairs by the
 * log-odds. `prior`: the outcomes that it counts as.
 */
export function fitLine(
  labelled: LabelledLogOdds,
  rows: Uint32Array,
  rate: number | null,
  prior = PRIOR_OUTCOMES,
): Line {
  const { labels, weights } = labelled;
  const mass = rows.reduce((sum, n) => sum + weights[n]!, 0);
  if (!(mass > 0)) return { slope: 1, offset: 0 };
  const shift = rate === null ? 0 : offsetFor(rate, labelled, rows, 1);
  const fitted = mostProbable(labelled, rows, { shift, share: prior / mass });
  if (fitted.slope >= LEAST_SLOPE && Number.isFinite(fitted.offset)) return fitted;
  const believed = rate ?? meanProbability(labelled, rows, { slope: 1, offset: 0 });
  const chosen = rows.reduce((sum, n) => sum + weights[n]! * labels[n]!, 0);
  const level = (chosen + prior * believed) / (mass + prior);
  return { slope: LEAST_SLOPE, offset: offsetFor(level, labelled, rows, LEAST_SLOPE) };
}

interface Belief {
  /** Added to x: the believed log-odds. */
  readonly shift: number;
  /** Weight of the believed label of a pair, relative to that of its outcome. */
  readonly share: number;
}

/** The mode of the posterior, by Newton's method. */
function mostProbable(
  { logOdds, labels, weights }: LabelledLogOdds,
  rows: Uint32Array,
  { shift, share }: Belief,
): Line {
  let [slope, offset] = [1, shift];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [gs, go] = [-SLOPE_PRECISION * (slope - 1), 0];
    let [hss, hso, hoo] = [SLOPE_PRECISION, 0, 1e-9];
    for (const n of rows) {
      const x = logOdds[n]!;
      const probability = sigmoid(slope * x + offset);
      const believed = sigmoid(x + shift);
      const miss = weights[n]! * (labels[n]! - probability + share * (believed - probability));
      const curvature = weights[n]! * (1 + share) * Math.max(1e-9, probability * (1 - probability));
      gs += miss * x;
      go += miss;
      hss += curvature * x * x;
      hso += curvature * x;
      hoo += curvature;
    }
    const determinant = hss * hoo - hso * hso;
    const [ds, dof] = [(hoo * gs - hso * go) / determinant, (hss * go - hso * gs) / determinant];
    const damping = 1 / Math.max(1, Math.abs(ds), Math.abs(dof) / 2);
    slope += damping * ds;
    offset += damping * dof;
    if (Math.abs(ds) + Math.abs(dof) < 1e-7) break;
  }
  return { slope, offset };
}

/** The offset of slope · x at which the mean probability is `rate`; by bisection. */
function offsetFor(rate: number, labelled: LabelledLogOdds, rows: Uint32Array, slope: number): number {
  const most = rows.reduce((so, n) => Math.max(so, Math.abs(slope * labelled.logOdds[n]!)), 0);
  let [low, high] = [-most - 40, most + 40];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (meanProbability(labelled, rows, { slope, offset: middle }) < rate) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function meanProbability(
  { logOdds, weights }: LabelledLogOdds,
  rows: Uint32Array,
  { slope, offset }: Line,
): number {
  let [sum, mass] = [0, 0];
  for (const n of rows) {
    sum += weights[n]! * sigmoid(slope * logOdds[n]! + offset);
    mass += weights[n]!;
  }
  return sum / mass;
}
