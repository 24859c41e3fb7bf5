/**
 * Chooses the aggregation of two directions by the AUC of mutual choices, among pairs with decisions of both
 * sides. The declared aggregation stays unless another is clearly better. `off` is neither chosen nor
 * replaced, because it is a product decision.
 */
import { probabilityAt } from '../../../contract/brands.ts';
import type { Aggregation } from '../../../domains/definition.ts';
import { aggregate } from '../../ranking/scoring/probability.ts';
import { areaUnderCurve } from '../evaluate/area-under-curve.ts';

export interface MutualPairs {
  /** Calibrated out-of-fold probabilities of both directions [N]. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** 1 where both chose. */
  readonly labels: Uint8Array;
}

export interface ChosenAggregation {
  readonly aggregation: Aggregation;
  /** AUC of mutual choices by aggregation; empty for too few pairs. */
  readonly figures: Readonly<Record<string, number>>;
}

const FEWEST_PAIRS = 200;
const FEWEST_MUTUAL = 20;
/** Required gain in AUC. */
const MARGIN = 0.005;

export function chooseAggregation(declared: Aggregation, pairs: MutualPairs): ChosenAggregation {
  const mutual = pairs.labels.reduce((sum, label) => sum + label, 0);
  const tooFew = Math.min(mutual, pairs.labels.length - mutual) < FEWEST_MUTUAL;
  if (declared === 'off' || tooFew || pairs.labels.length < FEWEST_PAIRS) {
    return { aggregation: declared, figures: {} };
  }
  const figures = Object.fromEntries(
    (['product', 'harmonic', 'min'] as const).map((way) => [way, aucOf(way, pairs)]),
  ) as Record<'product' | 'harmonic' | 'min', number>;
  let aggregation = declared;
  for (const way of ['product', 'harmonic', 'min'] as const) {
    if (figures[way] > figures[aggregation] + (aggregation === declared ? MARGIN : 0)) aggregation = way;
  }
  return { aggregation, figures };
}

function aucOf(way: Aggregation, { forward, backward, labels }: MutualPairs): number {
  const scores = forward.map((_, n) => aggregate(way, probabilityAt(forward, n), probabilityAt(backward, n)));
  const weights = new Float64Array(labels.length).fill(1);
  return areaUnderCurve({ scores, labels, weights, clusters: new Uint32Array(labels.length) })(ONCE);
}

/** Draws the single cluster once. */
const ONCE = Float64Array.of(1);
