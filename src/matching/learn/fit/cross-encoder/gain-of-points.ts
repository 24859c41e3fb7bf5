/**
 * The gain by the points of a cross encoder beside the other parts: in log loss, and in order.
 *
 * The offsets are log-odds of which the level need not be right: the model is calibrated after all its parts.
 * A network could then lower the loss by a level alone, which the calibration would have given anyway. So
 * both are calibrated on the same rows first (Platt 1999). The factor on points multiplies the level too, so a
 * constant that is added to all points changes neither figure.
 */
import { asLogOdds } from '../../../../contract/brands.ts';
import { fitLogistic, logLossOf } from '../../../../platform/numeric/fit-logistic.ts';
import { rowDot, SparseRowsBuilder } from '../../../../platform/numeric/sparse-rows.ts';
import { areaUnderCurve } from '../../evaluate/area-under-curve.ts';
import type { Residuals } from './train-cross-encoder.ts';

export interface PointsGain {
  /** Weighted mean log loss without and with the points, calibrated, nats. */
  readonly before: number;
  readonly after: number;
  /** Standard error of the difference, clustered by rater; infinite for a single one. */
  readonly error: number;
  /** AUC of the rows without and with the points; NaN where one kind of label is missing. */
  readonly orderBefore: number;
  readonly orderAfter: number;
}

/** `points` [N], of which those of `rows` are read. */
export function gainOf(residuals: Residuals, rows: Uint32Array, points: Float64Array): PointsGain {
  const { offsets, shrinkFactors } = residuals;
  const plain = Float64Array.from(rows, (n) => offsets[n]!);
  const read = Float64Array.from(rows, (n) => offsets[n]! + shrinkFactors[n]! * points[n]!);
  const [before, after] = [lossesOf(residuals, rows, plain), lossesOf(residuals, rows, read)];
  return {
    ...differenceOf(residuals, rows, before, after),
    orderBefore: aucOf(residuals, rows, plain),
    orderAfter: aucOf(residuals, rows, read),
  };
}

/** Weighted means of the losses, and the standard error of their difference. */
function differenceOf(
  { raters, weights }: Residuals,
  rows: Uint32Array,
  before: Float64Array,
  after: Float64Array,
) {
  const byRater = new Map<number, { gain: number; weight: number }>();
  let [plain, read, mass] = [0, 0, 0];
  for (const [at, n] of rows.entries()) {
    const [weight, rater] = [weights[n]!, raters[n]!];
    const sum = byRater.get(rater) ?? { gain: 0, weight: 0 };
    const gain = weight * (before[at]! - after[at]!);
    byRater.set(rater, { gain: sum.gain + gain, weight: sum.weight + weight });
    plain += weight * before[at]!;
    read += weight * after[at]!;
    mass += weight;
  }
  const mean = (plain - read) / mass;
  let squares = 0;
  for (const { gain, weight } of byRater.values()) squares += (gain - mean * weight) ** 2;
  // As for any variance of a sample: G clusters have G - 1 degrees of freedom.
  const correction = byRater.size / (byRater.size - 1);
  return { before: plain / mass, after: read / mass, error: Math.sqrt(squares * correction) / mass };
}

/** Weakly held to 0. */
const PRECISION = 0.01;

/** The log loss of each row by its log-odds, calibrated on all of them [rows]. */
function lossesOf(residuals: Residuals, rows: Uint32Array, logOdds: Float64Array): Float64Array {
  const x = calibrationColumns(residuals, rows, logOdds);
  const labels = Uint8Array.from(rows, (n) => residuals.labels[n]!);
  const { theta } = fitLogistic({
    x,
    rows: Uint32Array.from(rows.keys()),
    labels,
    weights: Float64Array.from(rows, (n) => residuals.weights[n]!),
    offsets: logOdds,
    precision: new Float64Array(x.width).fill(PRECISION),
    stiff: [],
  });
  return logOdds.map((own, at) => logLossOf(labels[at]!, asLogOdds(own + rowDot(x, at, theta))));
}

/**
 * Columns that may be added to the log-odds of each row: a level, a multiple of them, a level by the factor.
 */
function calibrationColumns({ shrinkFactors }: Residuals, rows: Uint32Array, logOdds: Float64Array) {
  const builder = new SparseRowsBuilder(3);
  for (const [at, n] of rows.entries()) {
    builder.add(0, 1);
    builder.add(1, logOdds[at]!);
    builder.add(2, shrinkFactors[n]!);
    builder.endRow();
  }
  return builder.build();
}

function aucOf({ labels, weights }: Residuals, rows: Uint32Array, scores: Float64Array): number {
  return areaUnderCurve({
    scores,
    labels: Uint8Array.from(rows, (n) => labels[n]!),
    weights: Float64Array.from(rows, (n) => weights[n]!),
    clusters: new Uint32Array(rows.length),
  })(Float64Array.of(1));
}
