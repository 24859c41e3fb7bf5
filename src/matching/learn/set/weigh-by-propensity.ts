/**
 * Weighs outcomes by the inverse of the probability with which their pairs were shown, so that those of few
 * drawn candidates stand for the many that might have been drawn:
 *
 *   v = min(1/p, 10), 1 where the match did not explore; divided by the mean of all v
 *
 * The weighted outcomes stand for all candidates of the answers, and of the bands where matches explored. This
 * is the self-normalised estimator with clipped weights (Swaminathan and Joachims 2015). The bound keeps the
 * effective number of outcomes at a third or more for the usual share of exploring, at the price of a bias
 * towards the ranked candidates: docs/design/deployment-gate.md.
 */
import { mean } from '../../../platform/numeric/statistics.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import type { Propensities } from './propensities.ts';
import { relativeWeights } from './relative-weights.ts';

/** No outcome stands for more candidates than so many. */
const MOST_INVERSE = 10;

/** The same object where no match explored. */
export function weighByPropensity(outcomes: LabelledPairs, propensities: Propensities): LabelledPairs {
  const { candidates, weights, slates } = outcomes;
  if (slates === undefined || propensities.isEmpty()) return outcomes;
  const inverse = Float64Array.from(candidates, (candidate, n) =>
    Math.min(MOST_INVERSE, 1 / (propensities.of(slates[n]!, candidate) ?? 1)),
  );
  const middle = mean(inverse);
  return {
    ...outcomes,
    weights: relativeWeights(weights.map((weight, n) => weight * inverse[n]!)),
    counts: inverse.map((each) => each / middle),
  };
}
