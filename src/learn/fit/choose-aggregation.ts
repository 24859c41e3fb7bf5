/**
 * How two probabilities become one score, by what tells mutual choices best among pairs in which both decided. The
 * domain's own way stays unless another is clearly better; `off` is never chosen nor left, since it is a decision
 * about whom a domain serves.
 */
import type { Aggregation } from '../../domains/definition.ts';
import { aggregate } from '../../ranking/scoring/probability.ts';
import { areaUnderCurve } from '../evaluate/area-under-curve.ts';

export interface MutualPairs {
  /** Calibrated probabilities of both directions, from outcomes that they did not see; N of each. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** 1 where both chose. */
  readonly labels: Uint8Array;
}

export interface ChosenAggregation {
  readonly aggregation: Aggregation;
  /** AUC of mutual choice by way; empty where too few pairs were decided by both. */
  readonly figures: Readonly<Record<string, number>>;
}

const FEWEST_PAIRS = 200;
const FEWEST_MUTUAL = 20;
/** AUC by which another way must be better. */
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
  const scores = forward.map((probability, n) => aggregate(way, probability, backward[n]!));
  const weights = new Float64Array(labels.length).fill(1);
  return areaUnderCurve({ scores, labels, weights, clusters: new Uint32Array(labels.length) })(ONCE);
}

/** The one cluster counts once. */
const ONCE = Float64Array.of(1);
