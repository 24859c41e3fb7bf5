/**
 * Ridge logistic regression, and two-way effects: a shrunk effect of each rater and of each rated person
 * (crossed effects). The effects are the same regression with an indicator column for each person and role.
 */

import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { fitLogistic } from '../../src/platform/numeric/fit-logistic.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { rowDot, SparseRowsBuilder } from '../../src/platform/numeric/sparse-rows.ts';
import type { Columns } from './pair-features.ts';

/** Ridge of standardised features, and of an effect (1 / variance of selectivity and desirability). */
const FEATURE_PRECISION = 30;
const EFFECT_PRECISION = 1;

/**
 * Probabilities of all rows [N], learned from `train`. Empty `features`, or no `effects`: the other alone.
 */
export function logisticBaseline(
  { people, seekers, candidates, labels, weights }: LabelledPairs,
  features: Columns,
  effects: boolean,
  train: Uint32Array,
): Float64Array {
  const [D, P] = [features.length, effects ? people.length : 0];
  const builder = new SparseRowsBuilder(1 + D + 2 * P);
  for (const [n, seeker] of seekers.entries()) {
    builder.add(0, 1);
    for (const [d, column] of features.entries()) builder.add(1 + d, column[n]!);
    if (effects) {
      builder.add(1 + D + seeker, 1);
      builder.add(1 + D + P + candidates[n]!, 1);
    }
    builder.endRow();
  }
  const x = builder.build();
  const precision = new Float64Array(x.width).fill(EFFECT_PRECISION);
  precision.fill(FEATURE_PRECISION, 1, 1 + D);
  precision[0] = 1e-3;
  const { theta } = fitLogistic({
    x,
    rows: train,
    labels,
    weights,
    offsets: new Float64Array(seekers.length),
    precision,
    stiff: [],
  });
  return Float64Array.from(seekers.keys(), (n) => sigmoid(rowDot(x, n, theta)));
}
