/**
 * Weighs outcomes by the inverse of the probability p with which their pairs were shown, so that those of few
 * drawn candidates stand for the many that might have been drawn:
 *
 *   v = min(1/p, c), 1 where the match did not explore; divided by the mean of all v
 *
 * The weighted outcomes stand for all candidates of the answers, and of the bands where matches explored. This
 * is the self-normalised estimator with clipped weights (Swaminathan and Joachims 2015). The clip c is the
 * greatest number up to 10 that leaves the effective number of outcomes, (Σv)² / Σv² (Kish 1965), at 85 % of N
 * or more: docs/design/deployment-gate.md. What one key sent is bounded as sent weights are (`bound-weights.ts`),
 * so that a key whose matches explore does not outweigh the others.
 */
import { mean } from '../../../platform/numeric/statistics.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { boundWeights } from './bound-weights.ts';
import type { Propensities } from './propensities.ts';
import { relativeWeights } from './relative-weights.ts';

/** No outcome stands for more candidates than so many. */
const GREATEST_CLIP = 10;
const CLIP_STEP = 0.5;
const LEAST_EFFECTIVE = 0.85;

/** `keys`: the API key of each outcome by number [N]. The same object where no match explored. */
export function weighByPropensity(
  outcomes: LabelledPairs,
  propensities: Propensities,
  keys: Uint32Array,
): LabelledPairs {
  const { candidates, weights, slates } = outcomes;
  if (slates === undefined || propensities.isEmpty()) return outcomes;
  const chances = Float64Array.from(
    candidates,
    (candidate, n) => propensities.of(slates[n]!, candidate) ?? 1,
  );
  const inverse = bounded(clipped(chances.map((chance) => 1 / chance)), keys);
  const middle = mean(inverse);
  return {
    ...outcomes,
    weights: relativeWeights(weights.map((weight, n) => weight * inverse[n]!)),
    counts: inverse.map((each) => each / middle),
  };
}

/** `inverse`: at least 1 [N]. */
function clipped(inverse: Float64Array): Float64Array {
  for (let clip = GREATEST_CLIP; clip > 1; clip -= CLIP_STEP) {
    const values = inverse.map((each) => Math.min(each, clip));
    if (effectiveShare(values) >= LEAST_EFFECTIVE) return values;
  }
  return inverse.map(() => 1);
}

/** By key alone: a person can be drawn more often than others by chance. */
function bounded(values: Float64Array, keys: Uint32Array): Float64Array {
  const together = new Uint32Array(values.length);
  const { factors } = boundWeights(values, { keys, seekers: together, candidates: together });
  return values.map((value, n) => value * factors[n]!);
}

/** (Σv)² / (N Σv²). */
function effectiveShare(values: Float64Array): number {
  const square = values.reduce((sum, value) => sum + value * value, 0);
  return (values.length * mean(values) ** 2) / square;
}
