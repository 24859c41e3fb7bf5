/** The gain by the points of a cross encoder beside the other parts. */
import { asLogOdds, logOddsAt } from '../../../../contract/brands.ts';
import { logLossOf } from '../../../../platform/numeric/fit-logistic.ts';
import type { Residuals } from './train-cross-encoder.ts';

export interface PointsGain {
  /** Weighted mean log loss without and with the points, nats. */
  readonly before: number;
  readonly after: number;
  /** Standard error of the difference, clustered by rater; infinite for a single one. */
  readonly error: number;
}

/** `points` [N], of which those of `rows` are read. */
export function gainOf(
  { raters, labels, weights, offsets, shrinkFactors }: Residuals,
  rows: Uint32Array,
  points: Float64Array,
): PointsGain {
  const byRater = new Map<number, { gain: number; weight: number }>();
  let [before, after, mass] = [0, 0, 0];
  for (const n of rows) {
    const [weight, rater] = [weights[n]!, raters[n]!];
    const plain = weight * logLossOf(labels[n]!, logOddsAt(offsets, n));
    const read = weight * logLossOf(labels[n]!, asLogOdds(offsets[n]! + shrinkFactors[n]! * points[n]!));
    const sum = byRater.get(rater) ?? { gain: 0, weight: 0 };
    byRater.set(rater, { gain: sum.gain + plain - read, weight: sum.weight + weight });
    before += plain;
    after += read;
    mass += weight;
  }
  const mean = (before - after) / mass;
  let squares = 0;
  for (const { gain, weight } of byRater.values()) squares += (gain - mean * weight) ** 2;
  // As for any variance of a sample: G clusters have G - 1 degrees of freedom.
  const correction = byRater.size / (byRater.size - 1);
  return { before: before / mass, after: after / mass, error: Math.sqrt(squares * correction) / mass };
}
