/**
 * Fits calibration curves on out-of-fold outcomes. A curve is a line of level and temperature, shrunk to the
 * prior (`fit-line.ts`). It is isotonic (increasing) where that is better in cross-validation by
 * more than noise.
 */

import { logOddsAt } from '../../../contract/brands.ts';
import { logLossOf } from '../../../platform/numeric/fit-logistic.ts';
import { mean, standardError } from '../../../platform/numeric/statistics.ts';
import {
  type CalibrationCurve,
  calibrate,
  identityCurves,
  type SideCurves,
} from '../../ranking/calibration-curve.ts';
import { fitLine, type LabelledLogOdds, type Line } from './fit-line.ts';
import { poolAdjacent } from './profile-columns.ts';

/** Outcomes and their log-odds [N]. */
export interface RatedLogOdds extends LabelledLogOdds {
  /** Side of the rater. */
  readonly sides: readonly (string | null)[];
}

/** Log-odds out of fold. */
export interface HeldOutLogOdds extends RatedLogOdds {
  /** Both directions of a pair share one. */
  readonly folds: Uint8Array;
}

/**
 * Refusals are this share of the outcomes at least; with fewer, the level cannot be told from choices alone.
 */
const REFUSALS_WANTED = 0.1;
const FEWEST_FOR_ISOTONIC = 1000;
const BINS = 20;
const LEAST_RISE = 0.05;

/**
 * The best curve of all outcomes, and of each side. `rate`: the believed share of choices, as in `fitLine`.
 */
export function fitCalibration(held: HeldOutLogOdds, rate: number | null): SideCurves {
  return fitCurves(held, rate, (rows, lineOf) => bestCurve(held, rows, lineOf));
}

/** As `fitCalibration`, with a line for every curve. `prior`: as in `fitLine`. */
export function fitLines(rated: RatedLogOdds, rate: number | null, prior?: number): SideCurves {
  return fitCurves(rated, rate, (rows, lineOf) => ({ kind: 'platt', ...lineOf(rows) }), prior);
}

type LineOf = (rows: Uint32Array) => Line;

function fitCurves(
  rated: RatedLogOdds,
  rate: number | null,
  curveOf: (rows: Uint32Array, lineOf: LineOf) => CalibrationCurve,
  prior?: number,
): SideCurves {
  if (!showLevel(rated.labels)) return identityCurves;
  const all = Uint32Array.from(rated.logOdds.keys());
  const line = fitLine(rated, all, rate, prior);
  const named = [...new Set(rated.sides)].filter((side) => side !== null);
  const sides = named.flatMap((side) => {
    const rows = all.filter((n) => rated.sides[n] === side);
    return rows.length === all.length
      ? []
      : [[side, curveOf(rows, (from) => sideLine(rated, from, line, prior))] as const];
  });
  return {
    default: curveOf(all, (from) => fitLine(rated, from, rate, prior)),
    sides: Object.fromEntries(sides),
  };
}

/** Whether outcomes with these labels show how often a choice is made: there are refusals among them. */
export function showLevel(labels: Uint8Array): boolean {
  const refused = labels.reduce((sum, label) => sum + 1 - label, 0);
  return labels.length > 0 && refused >= REFUSALS_WANTED * labels.length;
}

/** The line of one side, shrunk to that of all outcomes. */
function sideLine(held: RatedLogOdds, rows: Uint32Array, all: Line, prior?: number): Line {
  const logOdds = held.logOdds.map((x) => all.slope * x + all.offset);
  const { slope, offset } = fitLine({ ...held, logOdds }, rows, null, prior);
  return { slope: slope * all.slope, offset: slope * all.offset + offset };
}

/** The line, or an increasing curve where that is clearly better. */
function bestCurve(held: HeldOutLogOdds, rows: Uint32Array, lineOf: LineOf): CalibrationCurve {
  const platt = (from: Uint32Array): CalibrationCurve => ({ kind: 'platt', ...lineOf(from) });
  if (rows.length < FEWEST_FOR_ISOTONIC) return platt(rows);
  const isotonic = (from: Uint32Array) => isotonicCurve(held, from);
  const better = isBetter(crossLosses(held, rows, isotonic), crossLosses(held, rows, platt));
  return better ? isotonic(rows) : platt(rows);
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
