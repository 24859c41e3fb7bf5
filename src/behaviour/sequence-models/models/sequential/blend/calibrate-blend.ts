/**
 * Puts the scores of a blend on the scale of log-odds. The temperature is that with the least softmax loss of
 * the target among all items. The offset makes the exponentials of the scores of all items add up to 1 in the
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
/** Cases that the prior, an inverse temperature of 1, counts as. */
const PRIOR_CASES = 5;
const LEAST = 1e-3;

export function calibrated({ parts, cases }: BlendCases, weights: BlendWeights): BlendWeights {
  const used = cases.filter(({ canBeFound }) => canBeFound);
  if (used.length === 0) return weights;
  const leads = used.map((one) => leadsOf(one, parts, weights));
  const inverse = inverseTemperature(used, leads);
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

/** Newton steps; the loss is convex. */
function inverseTemperature(cases: readonly BlendCase[], leads: readonly Float64Array[]): number {
  let inverse = 1;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let [gradient, curvature] = [PRIOR_CASES * Math.log(inverse), PRIOR_CASES];
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

/** Mean and variance of the leads under the softmax, in which the target has the lead 0. */
function momentsOf(one: BlendCase, leads: Float64Array, inverse: number) {
  const total = logTotal(one, leads, inverse);
  let [first, second] = [0, 0];
  for (let at = 0; at < leads.length; at++) {
    const p = Math.exp(inverse * leads[at]! + logNumber(one, at) - total);
    first += p * leads[at]!;
    second += p * leads[at]! ** 2;
  }
  return { mean: first, variance: Math.max(0, second - first ** 2) };
}
