/**
 * Fits calibration curves on out-of-fold outcomes: none, a line (Platt) or an increasing curve (isotonic).
 * The best in cross-validation wins; the simpler one unless the other is better by more than noise.
 */

import { logOddsAt } from '../../contract/brands.ts';
import { sigmoid } from '../../numeric/logistic.ts';
import { mean, standardError } from '../../numeric/statistics.ts';
import {
  type CalibrationCurve,
  calibrate,
  identityCurve,
  type SideCurves,
} from '../../ranking/calibration-curve.ts';
import { logLossOf } from './penalised-logistic.ts';
import { poolAdjacent } from './profile-columns.ts';

/** Outcomes and their out-of-fold log-odds [N]. */
export interface HeldOutLogOdds {
  readonly logOdds: Float64Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  /** Side of the rater. */
  readonly sides: readonly (string | null)[];
  /** Both directions of a pair share one. */
  readonly folds: Uint8Array;
}

/** Minimum outcomes of each label for a curve. */
const FEWEST_OF_A_KIND = 20;
const FEWEST_FOR_ISOTONIC = 1000;
const BINS = 20;
const LEAST_RISE = 0.05;

export function fitCalibration(held: HeldOutLogOdds): SideCurves {
  const all = Uint32Array.from(held.logOdds.keys());
  const named = [...new Set(held.sides)].filter((side) => side !== null);
  const sides = named.flatMap((side) => {
    const rows = all.filter((n) => held.sides[n] === side);
    return enough(held, rows) ? [[side, bestCurve(held, rows)] as const] : [];
  });
  return {
    default: enough(held, all) ? bestCurve(held, all) : identityCurve,
    sides: Object.fromEntries(sides),
  };
}

function enough({ labels }: HeldOutLogOdds, rows: Uint32Array): boolean {
  const chosen = rows.reduce((sum, n) => sum + labels[n]!, 0);
  return Math.min(chosen, rows.length - chosen) >= FEWEST_OF_A_KIND;
}

function bestCurve(held: HeldOutLogOdds, rows: Uint32Array): CalibrationCurve {
  const kinds = [
    () => identityCurve,
    (from: Uint32Array) => plattCurve(held, from),
    ...(rows.length >= FEWEST_FOR_ISOTONIC ? [(from: Uint32Array) => isotonicCurve(held, from)] : []),
  ];
  let chosen = 0;
  let losses = crossLosses(held, rows, kinds[0]!);
  for (let kind = 1; kind < kinds.length; kind++) {
    const next = crossLosses(held, rows, kinds[kind]!);
    if (!isBetter(next, losses)) continue;
    chosen = kind;
    losses = next;
  }
  return kinds[chosen]!(rows);
}

/** Loss of every row under a curve fitted without its fold. */
function crossLosses(
  held: HeldOutLogOdds,
  rows: Uint32Array,
  curveFrom: (rows: Uint32Array) => CalibrationCurve,
): readonly number[] {
  const curves = new Map<number, CalibrationCurve>();
  return Array.from(rows, (n) => {
    const fold = held.folds[n]!;
    const curve = curves.get(fold) ?? curveFrom(rows.filter((other) => held.folds[other] !== fold));
    curves.set(fold, curve);
    return held.weights[n]! * logLossOf(held.labels[n]!, calibrate(curve, logOddsAt(held.logOdds, n)));
  });
}

/** True if better by more than one standard error of the paired difference. */
function isBetter(losses: readonly number[], than: readonly number[]): boolean {
  const gains = losses.map((loss, n) => than[n]! - loss);
  return mean(gains) > standardError(gains);
}

/** Platt's line by Newton's method, shrunk to the identity with the weight of a few outcomes. */
function plattCurve({ logOdds, labels, weights }: HeldOutLogOdds, rows: Uint32Array): CalibrationCurve {
  const HOLD = 2;
  let [slope, offset] = [1, 0];
  for (let step = 0; step < 30; step++) {
    let [gs, go] = [-HOLD * (slope - 1), -HOLD * offset];
    let [hss, hso, hoo] = [HOLD, 0, HOLD];
    for (const n of rows) {
      const x = logOdds[n]!;
      const probability = sigmoid(slope * x + offset);
      const miss = weights[n]! * (labels[n]! - probability);
      const curvature = weights[n]! * Math.max(1e-9, probability * (1 - probability));
      gs += miss * x;
      go += miss;
      hss += curvature * x * x;
      hso += curvature * x;
      hoo += curvature;
    }
    const determinant = hss * hoo - hso * hso;
    const [ds, dof] = [(hoo * gs - hso * go) / determinant, (hss * go - hso * gs) / determinant];
    slope += ds;
    offset += dof;
    if (Math.abs(ds) + Math.abs(dof) < 1e-6) break;
  }
  return { kind: 'platt', slope: Math.max(LEAST_RISE, slope), offset };
}

/** Bins of equal count, pooled to be nondecreasing, and then made strictly increasing. */
function isotonicCurve({ logOdds, labels, weights }: HeldOutLogOdds, rows: Uint32Array): CalibrationCurve {
  const order = rows.toSorted((a, b) => logOdds[a]! - logOdds[b]!);
  const bins: { x: number; y: number; weight: number }[] = [];
  for (let bin = 0; bin < BINS; bin++) {
    const part = order.subarray(
      Math.floor((bin * order.length) / BINS),
      Math.floor(((bin + 1) * order.length) / BINS),
    );
    const weight = part.reduce((sum, n) => sum + weights[n]!, 0);
    const x = part.reduce((sum, n) => sum + weights[n]! * logOdds[n]!, 0) / weight;
    // One pseudo-outcome of each label keeps the log-odds finite.
    const chosen = part.reduce((sum, n) => sum + weights[n]! * labels[n]!, 0);
    if (!(weight > 0) || x - (bins.at(-1)?.x ?? Number.NEGATIVE_INFINITY) < 1e-6) continue;
    bins.push({ x, y: Math.log((chosen + 1) / (weight - chosen + 1)), weight });
  }
  const pooled = poolAdjacent(
    bins.map(({ y }) => y),
    bins.map(({ weight }) => weight),
  );
  let last = Number.NEGATIVE_INFINITY;
  const knots = bins.map(({ x }, at): [number, number] => {
    const rise = at === 0 ? 0 : LEAST_RISE * (x - bins[at - 1]!.x);
    last = Math.max(pooled[at]!, last + rise);
    return [x, last];
  });
  return { kind: 'isotonic', knots };
}
