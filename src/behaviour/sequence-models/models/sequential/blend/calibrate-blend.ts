/**
 * Puts the scores of a blend on the scale of log-odds. The temperature is that with the least softmax loss of
 * the target among all items. A few cases tell it badly, so it is drawn to an anchor, at which the blend is as
 * sure of its items as the network alone. The network has learned by the same loss, from all data, so its own
 * scale is about right. The anchor needs no targets, so that few histories tell it. The offset makes the exponentials of the scores of all items add up to 1 in the
 * mean over the cases. Scores of two models, and of a model and its refit, thus have one scale.
 *
 * C items of a case.
 */
import { mean } from '../../../../../platform/numeric/statistics.ts';
import { type BlendWeights, lengthShare, type PartName, weightAt } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';
import { sumsOf } from './fit-weights.ts';

const MAX_ROUNDS = 50;
const MIN_CHANGE = 1e-5;
/** The largest change of the inverse temperature in a step, relative to it. */
const MAX_STEP = 0.5;
/** Cases that the anchor counts as. */
const PRIOR_CASES = 30;
const LEAST = 1e-3;
const MOST = 1e3;
const HALVINGS = 20;
const NO_CASES = 1e-6;

export function calibrated(
  { parts, cases }: BlendCases,
  weights: BlendWeights,
  priorCases = PRIOR_CASES,
): BlendWeights {
  const used = cases.filter(({ canBeFound }) => canBeFound);
  if (used.length === 0) return weights;
  const leads = used.map((one) => leadsOf(one, parts, weights));
  const anchor = anchorOf(used, parts, leads);
  const inverse = bestInverse(used, leads, { anchor, cases: priorCases });
  const scaled = Object.entries(weights.weights).map(([name, { short, long }]) => [
    name,
    { short: short * inverse, long: long * inverse },
  ]);
  const totals = used.map(
    (one, which) => inverse * targetScore(one, parts, weights) + logTotal(one, leads[which]!, inverse),
  );
  return { ...weights, weights: Object.fromEntries(scaled), offset: -mean(totals) };
}

function weightsFor({ length }: BlendCase, parts: readonly PartName[], { lengths, weights }: BlendWeights) {
  const lambda = lengthShare(length, lengths);
  return parts.map((name) => (weights[name] === undefined ? 0 : weightAt(weights[name], lambda)));
}

/** The blended scores of the items less that of the target [C]. */
function leadsOf(one: BlendCase, parts: readonly PartName[], weights: BlendWeights): Float64Array {
  return sumsOf(one.differences, parts.length, weightsFor(one, parts, weights));
}

function targetScore(one: BlendCase, parts: readonly PartName[], weights: BlendWeights): number {
  return weightsFor(one, parts, weights).reduce((sum, weight, part) => sum + weight * one.ofTarget[part]!, 0);
}

/** The logarithm of the number of items that each item of a case stands for. */
function logNumber({ items, drawn, drawnWeight }: BlendCase, at: number): number {
  return at < items.length - drawn ? 0 : drawnWeight;
}

/** log of the sum of exponentials over all items, relative to the target. */
function logTotal(one: BlendCase, leads: Float64Array, inverse: number): number {
  const values = leads.map((lead, at) => inverse * lead + logNumber(one, at));
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  return (
    highest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - highest), Math.exp(-highest)))
  );
}

/** By which the cases alone would multiply the weights, for measurements. */
export function inverseTemperature({ parts, cases }: BlendCases, weights: BlendWeights): number {
  const used = cases.filter(({ canBeFound }) => canBeFound);
  const leads = used.map((one) => leadsOf(one, parts, weights));
  return bestInverse(used, leads, { anchor: 1, cases: NO_CASES });
}

interface ScalePrior {
  readonly anchor: number;
  /** The number of cases that it counts as. */
  readonly cases: number;
}

/** Newton steps; the loss is convex. A case of the prior counts as much as one of `cases` at the anchor. */
function bestInverse(
  cases: readonly BlendCase[],
  leads: readonly Float64Array[],
  { anchor, cases: priorCases }: ScalePrior,
): number {
  const atAnchor = leads.map((own, which) => momentsOf(cases[which]!, own, anchor).variance * anchor ** 2);
  const kept = priorCases * Math.max(LEAST, mean(atAnchor));
  let inverse = anchor;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let [gradient, curvature] = [kept * Math.log(inverse / anchor), kept];
    for (const [which, own] of leads.entries()) {
      const { mean: slope, variance } = momentsOf(cases[which]!, own, inverse);
      gradient += slope * inverse;
      curvature += variance * inverse ** 2;
    }
    const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, -gradient / curvature));
    inverse = Math.max(LEAST, inverse * Math.exp(step));
    if (Math.abs(step) < MIN_CHANGE) break;
  }
  return inverse;
}

/** The inverse temperature at which the blend has the mean entropy of the network alone. */
function anchorOf(
  cases: readonly BlendCase[],
  parts: readonly PartName[],
  leads: readonly Float64Array[],
): number {
  const network = parts.map((name) => Number(name === 'network'));
  const alone = cases.map((one) => sumsOf(one.differences, parts.length, network));
  const wanted = meanEntropy(cases, alone, 1);
  let [low, high] = [LEAST, MOST];
  for (let round = 0; round < HALVINGS; round++) {
    const middle = Math.sqrt(low * high);
    if (meanEntropy(cases, leads, middle) > wanted) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

function meanEntropy(cases: readonly BlendCase[], leads: readonly Float64Array[], inverse: number): number {
  return mean(
    cases.map((one, which) => {
      const { total, mean: average } = momentsOf(one, leads[which]!, inverse);
      return total - inverse * average;
    }),
  );
}

/** As `logTotal`, and mean and variance of the leads under the softmax, in which the target has the lead 0. */
function momentsOf(one: BlendCase, leads: Float64Array, inverse: number) {
  const total = logTotal(one, leads, inverse);
  let [first, second] = [0, 0];
  for (let at = 0; at < leads.length; at++) {
    const p = Math.exp(inverse * leads[at]! + logNumber(one, at) - total);
    first += p * leads[at]!;
    second += p * leads[at]! ** 2;
  }
  return { total, mean: first, variance: Math.max(0, second - first ** 2) };
}
