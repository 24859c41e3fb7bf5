/** The scoring part of a query program, for one row. */
import { pricedScore, scoreOf } from '../program/final-score.ts';
import { intervalPoints, numberPoints } from '../program/number-points.ts';
import type {
  ConditionOp,
  Curve,
  IntervalPoints,
  Pair,
  PersonEffectRows,
  Scoring,
  TermOp,
} from '../query-program.ts';
import { codeWithin, countShared, type ProgramRows, signDistance } from './program-rows.ts';

export interface ScoredRow {
  readonly row: number;
  /**
   * The number that orders the rows: a score, less the price of exposure where it counts, or a cosine (a
   * float32).
   */
  readonly score: number;
  /** The score without the price. */
  readonly unpriced: number;
  readonly tie: number;
  /** Log-odds of both directions before shrinkage and calibration; 0 for the nearest rows. */
  readonly forward: number;
  readonly backward: number;
}

export interface KnownEffects extends PersonEffectRows {
  /** Entry in `points` and `shrinkage`, by row. */
  readonly entries: ReadonlyMap<number, number>;
}

export function scoredRow(
  scoring: Scoring,
  rows: ProgramRows,
  row: number,
  effects: KnownEffects | null,
): ScoredRow {
  const sums = [scoring.intercept, scoring.intercept];
  for (const term of scoring.terms) {
    pointsOf(term, rows, row).forEach((points, direction) => {
      const conditions = term.conditions ?? [];
      const counts = conditions.every(
        (condition) =>
          !(direction === 0 ? condition.forward : condition.backward) || holds(condition, rows, row),
      );
      sums[direction]! += counts ? points : 0;
    });
  }
  const calibrated = ([0, 1] as const).map((direction) => {
    const effect = effectOf(scoring, effects, row, direction);
    sums[direction]! += effect.points;
    return curved(curveOf(scoring, rows, row, direction), sums[direction]! * effect.shrinkage);
  });
  const [forward, backward] = [sums[0]!, sums[1]!];
  const unpriced = scoreOf(scoring.aggregation, calibrated[0]!, calibrated[1]!);
  const score = scoring.priced === true ? pricedScore(unpriced, rows.priceOf(row)) : unpriced;
  return { row, score, unpriced, tie: rows.tieOf(row), forward, backward };
}

function effectOf(
  { personEffects: unknown }: Scoring,
  known: KnownEffects | null,
  row: number,
  direction: 0 | 1,
): { readonly points: number; readonly shrinkage: number } {
  if (unknown === null) return { points: 0, shrinkage: 1 };
  const entry = known?.entries.get(row);
  if (known === null || entry === undefined) {
    return { points: unknown.unknownPoints[direction], shrinkage: unknown.unknownShrinkage[direction] };
  }
  return { points: known.points[2 * entry + direction]!, shrinkage: known.shrinkage[2 * entry + direction]! };
}

function curveOf({ calibration }: Scoring, rows: ProgramRows, row: number, direction: number): Curve {
  if (calibration === null) return { kind: 'identity' };
  if (direction === 0) return calibration.forward;
  const { sideField, backward } = calibration;
  return backward[sideField === null ? 0 : codeWithin(rows, row, sideField, backward.length)]!;
}

function curved(curve: Curve, x: number): number {
  if (curve.kind === 'identity') return x;
  if (curve.kind === 'platt') return curve.slope * x + curve.offset;
  const { knots } = curve;
  const [first, last] = [knots[0]!, knots.at(-1)!];
  if (x <= first[0]) return first[1] + (x - first[0]);
  if (x >= last[0]) return last[1] + (x - last[0]);
  const above = knots.findIndex(([knot]) => knot > x);
  const [[x0, y0], [x1, y1]] = [knots[above - 1]!, knots[above]!];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

function holds(condition: ConditionOp, rows: ProgramRows, row: number): boolean {
  if (condition.op === 'codes') {
    return condition.holds[codeWithin(rows, row, condition.field, condition.holds.length)] === 1;
  }
  return countShared(rows.setOf(row, condition.field), condition.mask) > 0 === condition.wanted;
}

function pairIn(table: Float64Array, entry: number): Pair {
  return [table[2 * entry]!, table[2 * entry + 1]!];
}

function pointsOf(term: TermOp, rows: ProgramRows, row: number): Pair {
  switch (term.op) {
    case 'constant':
      return term.points;
    case 'codes':
      return pairIn(term.table, codeWithin(rows, row, term.field, term.table.length / 2));
    case 'number': {
      const value =
        term.field === null ? rows.updatedAtMs(row) : (rows.numberOf(row, term.field) ?? Number.NaN);
      return [
        numberPoints(term.forward, value, term.missing[0]),
        numberPoints(term.backward, value, term.missing[1]),
      ];
    }
    case 'interval':
      return [boundsPoints(term.forward, rows, row), boundsPoints(term.backward, rows, row)];
    case 'overlap': {
      const held = rows.setOf(row, term.field);
      if (held.length === 0) return term.missing;
      return pairIn(term.table, countShared(held, term.mask) * (term.values + 1) + held.length);
    }
    case 'bestOfSet': {
      const pairs = rows.setOf(row, term.field).filter((value) => value < term.table.length / 2);
      if (pairs.length === 0) return term.missing;
      const max = (direction: 0 | 1) =>
        Math.max(...pairs.map((value) => pairIn(term.table, value)[direction]));
      return [max(0), max(1)];
    }
    case 'completeness':
      return completenessPoints(term, rows, row);
    case 'hamming': {
      const distance = signDistance(rows, row, term.group, term.code);
      return distance === null ? term.missing : pairIn(term.table, distance);
    }
    default:
      return term satisfies never;
  }
}

function boundsPoints(points: IntervalPoints, rows: ProgramRows, row: number): number {
  const read = (field: number | null) =>
    (field === null ? undefined : rows.numberOf(row, field)) ?? Number.NaN;
  return intervalPoints(points, read(points.lowField), read(points.highField));
}

function completenessPoints(
  { sideField, masks, stride, table }: Extract<TermOp, { op: 'completeness' }>,
  rows: ProgramRows,
  row: number,
): Pair {
  const words = Math.max(1, (rows.fieldCount + 31) >>> 5);
  const side = sideField === null ? 0 : codeWithin(rows, row, sideField, masks.length / words);
  const mask = masks.subarray(side * words, (side + 1) * words);
  const fields = Array.from({ length: rows.fieldCount }, (_, field) => field);
  const counted = countShared(
    fields.filter((field) => rows.has(row, field)),
    mask,
  );
  return pairIn(table, side * stride + counted);
}
