/** The meaning of a query program, row by row in plain code: the oracle for `run-program.ts`. */

import { norm } from '../../../numeric/vectors.ts';
import type {
  BoundOp,
  ClauseOp,
  ConditionOp,
  Curve,
  IntervalPoints,
  Pair,
  QueryProgram,
  Scoring,
  SegmentInput,
  TermOp,
  VectorSearch,
} from '../../query-program.ts';
import { scoreOf } from '../query/final-score.ts';
import { intervalPoints, numberPoints } from '../query/number-points.ts';
import type { TopRows } from '../query/top-rows.ts';
import type { SegmentRows } from '../rows/segment-rows.ts';

export interface PlainResult {
  readonly candidates: number;
  readonly dropped: readonly number[];
  /** Ascending. */
  readonly kept: readonly number[];
  readonly belowMinScore: number;
  readonly best: TopRows;
  readonly withoutVector: TopRows;
}

export function runPlainly(program: QueryProgram, segment: SegmentRows, input: SegmentInput): PlainResult {
  const { capacity } = segment.layout;
  let left = Array.from({ length: capacity }, (_, row) => row).filter(
    (row) => segment.isLive(row) && !input.leftOut.includes(row),
  );
  const candidates = left.length;
  const dropped = program.rules.map(({ clauses }, rule) => {
    const before = left.length;
    const excluded = input.excluded[rule];
    left = left.filter(
      (row) => !excluded?.includes(row) && clauses.every((clause) => passes(segment, row, clause)),
    );
    return before - left.length;
  });
  const narrowed = { candidates, dropped, kept: left };
  const { answer } = program;
  if (answer.kind === 'selection') return { ...narrowed, ...found([], [], 0) };
  if (answer.kind === 'nearest') return { ...narrowed, ...nearest(answer.search, segment, left) };
  const scored = left.map((row) => scoredRow(answer.scoring, segment, row, input));
  const reaching = scored.filter(({ score }) => score >= answer.minScore);
  return {
    ...narrowed,
    ...found(cut(reaching, answer.k), [], scored.length - reaching.length),
  };
}

interface Scored {
  readonly row: number;
  readonly score: number;
  readonly tie: number;
  readonly forward?: number;
  readonly backward?: number;
}

/** The k best, and all that tie with the last of them in score and hash. */
function cut(rows: readonly Scored[], k: number): readonly Scored[] {
  const ordered = rows.toSorted((a, b) => b.score - a.score || a.tie - b.tie || a.row - b.row);
  const last = ordered[Math.min(k, ordered.length) - 1];
  return ordered.filter((one, at) => at < k || (one.score === last?.score && one.tie === last.tie));
}

function found(best: readonly Scored[], without: readonly Scored[], belowMinScore: number) {
  return { belowMinScore, best: columnsOf(best), withoutVector: columnsOf(without) };
}

function columnsOf(rows: readonly Scored[]): TopRows {
  const odds = (pick: (row: Scored) => number | undefined) =>
    Float64Array.from(rows.flatMap((row) => pick(row) ?? []));
  return {
    rows: Uint32Array.from(rows, ({ row }) => row),
    scores: Float64Array.from(rows, ({ score }) => score),
    ties: Uint32Array.from(rows, ({ tie }) => tie),
    forward: odds(({ forward }) => forward),
    backward: odds(({ backward }) => backward),
  };
}

function codeOf(segment: SegmentRows, row: number, field: number, limit: number): number {
  const code = segment.codeOf(row, field);
  return code < limit ? code : 0;
}

function shares(held: readonly number[], mask: Uint32Array): number {
  return held.filter((value) => (((mask[value >>> 5] ?? 0) >>> (value & 31)) & 1) === 1).length;
}

function passes(segment: SegmentRows, row: number, clause: ClauseOp): boolean {
  switch (clause.op) {
    case 'codes':
      return clause.passes[codeOf(segment, row, clause.field, clause.passes.length)] === 1;
    case 'range': {
      const value = segment.numberOf(row, clause.field);
      return value !== undefined && (clause.least <= value && value <= clause.most) === clause.wanted;
    }
    case 'numbers': {
      const value = segment.numberOf(row, clause.field);
      return value !== undefined && clause.values.includes(value) === clause.wanted;
    }
    case 'set': {
      const held = segment.setOf(row, clause.field);
      return held.length > 0 && shares(held, clause.mask) > 0 === clause.wanted;
    }
    case 'present':
      return segment.has(row, clause.field) === clause.wanted;
    case 'complete':
      return ((segment.complete[row >>> 5]! >>> (row & 31)) & 1) === 1;
    case 'accepts':
      return accepts(segment, row, clause);
    case 'nothing':
      return false;
    default:
      return clause satisfies never;
  }
}

function accepts(
  segment: SegmentRows,
  row: number,
  { bounds, preferences, reaches }: Extract<ClauseOp, { op: 'accepts' }>,
): boolean {
  return (
    bounds.every((bound) => isMet(bound, segment.preferenceOf(row, bound.kind))) &&
    preferences.every(({ kind, met }) => (met[segment.preferenceOf(row, kind)] ?? met[0]) === 1) &&
    reaches.every(({ field, distances, met }) => {
      const view = segment.fields[field]!;
      const reach = view.kind === 'code' ? (view.reach?.[row] ?? 0) : 0;
      const distance = distances[segment.codeOf(row, field)] ?? distances[0]!;
      return reach === 0 || distance <= (met[reach] ?? 0);
    })
  );
}

function isMet({ side, value }: BoundOp, code: number): boolean {
  if (code === 0 || value === null) return code === 0;
  return side === 'from' ? code - 1 <= value : value <= code - 1;
}

function scoredRow(
  scoring: Scoring,
  segment: SegmentRows,
  row: number,
  { personEffects }: SegmentInput,
): Scored {
  const sums = [scoring.intercept, scoring.intercept];
  for (const term of scoring.terms) {
    pointsOf(term, segment, row).forEach((points, direction) => {
      const conditions = term.conditions ?? [];
      const counts = conditions.every(
        (one) => !(direction === 0 ? one.forward : one.backward) || holds(one, segment, row),
      );
      sums[direction]! += counts ? points : 0;
    });
  }
  const entry = personEffects?.rows.indexOf(row) ?? -1;
  const calibrated = sums.map((_, direction) => {
    if (scoring.personEffects !== null) {
      sums[direction]! +=
        entry < 0
          ? scoring.personEffects.unknownPoints[direction]!
          : personEffects!.points[2 * entry + direction]!;
    }
    const share =
      scoring.personEffects === null
        ? 1
        : entry < 0
          ? scoring.personEffects.unknownShrinkage[direction]!
          : personEffects!.shrinkage[2 * entry + direction]!;
    return curved(curveOf(scoring, segment, row, direction), sums[direction]! * share);
  });
  const [forward, backward] = [sums[0]!, sums[1]!];
  const score = scoreOf(scoring.aggregation, calibrated[0]!, calibrated[1]!);
  return { row, score, tie: segment.ties[row]!, forward, backward };
}

function curveOf({ calibration }: Scoring, segment: SegmentRows, row: number, direction: number): Curve {
  if (calibration === null) return { kind: 'identity' };
  if (direction === 0) return calibration.forward;
  const { sideField, backward } = calibration;
  return backward[sideField === null ? 0 : codeOf(segment, row, sideField, backward.length)]!;
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

function holds(condition: ConditionOp, segment: SegmentRows, row: number): boolean {
  if (condition.op === 'codes') {
    return condition.holds[codeOf(segment, row, condition.field, condition.holds.length)] === 1;
  }
  return shares(segment.setOf(row, condition.field), condition.mask) > 0 === condition.wanted;
}

function pairIn(table: Float64Array, entry: number): Pair {
  return [table[2 * entry]!, table[2 * entry + 1]!];
}

function pointsOf(term: TermOp, segment: SegmentRows, row: number): Pair {
  switch (term.op) {
    case 'constant':
      return term.points;
    case 'codes':
      return pairIn(term.table, codeOf(segment, row, term.field, term.table.length / 2));
    case 'number': {
      const value =
        term.field === null ? segment.updatedAt[row]! : (segment.numberOf(row, term.field) ?? Number.NaN);
      return [
        numberPoints(term.forward, value, term.missing[0]),
        numberPoints(term.backward, value, term.missing[1]),
      ];
    }
    case 'interval':
      return [boundsPoints(term.forward, segment, row), boundsPoints(term.backward, segment, row)];
    case 'overlap': {
      const held = segment.setOf(row, term.field);
      if (held.length === 0) return term.missing;
      return pairIn(term.table, shares(held, term.mask) * (term.values + 1) + held.length);
    }
    case 'bestOfSet': {
      const pairs = segment.setOf(row, term.field).filter((value) => value < term.table.length / 2);
      if (pairs.length === 0) return term.missing;
      const most = (direction: 0 | 1) =>
        Math.max(...pairs.map((value) => pairIn(term.table, value)[direction]));
      return [most(0), most(1)];
    }
    case 'completeness':
      return completenessPoints(term, segment, row);
    case 'hamming': {
      const distance = distanceOf(segment, row, term.group, term.code);
      return distance === null ? term.missing : pairIn(term.table, distance);
    }
    default:
      return term satisfies never;
  }
}

function boundsPoints(given: IntervalPoints, segment: SegmentRows, row: number): number {
  const read = (field: number | null) =>
    (field === null ? undefined : segment.numberOf(row, field)) ?? Number.NaN;
  return intervalPoints(given, read(given.lowField), read(given.highField));
}

function completenessPoints(
  { sideField, masks, stride, table }: Extract<TermOp, { op: 'completeness' }>,
  segment: SegmentRows,
  row: number,
): Pair {
  const words = segment.layout.presenceWords;
  const side = sideField === null ? 0 : codeOf(segment, row, sideField, masks.length / words);
  const counted = segment.layout.fields.keys().filter((field) => {
    const mask = masks[side * words + (field >>> 5)]!;
    return ((mask >>> (field & 31)) & 1) === 1 && segment.has(row, field);
  });
  return pairIn(table, side * stride + counted.toArray().length);
}

function distanceOf(segment: SegmentRows, row: number, group: number, code: Uint32Array): number | null {
  const { squares, signs, signWords } = segment.vectors[group]!;
  if (squares[row] === 0) return null;
  let distance = 0;
  for (let bit = 0; bit < 32 * signWords; bit++) {
    const own = signs[row * signWords + (bit >>> 5)]! >>> (bit & 31);
    distance += (own ^ ((code[bit >>> 5] ?? 0) >>> (bit & 31))) & 1;
  }
  return distance;
}

function nearest(
  { group, query, k, preselect, withoutVector }: VectorSearch,
  segment: SegmentRows,
  rows: readonly number[],
) {
  const cosines = rows.map((row) => ({
    row,
    score: cosine(segment, row, group, query),
    tie: segment.ties[row]!,
  }));
  const comparable = cosines.filter(({ score }) => !Number.isNaN(score));
  const without = cosines.filter(({ score }) => Number.isNaN(score)).map((one) => ({ ...one, score: 0 }));
  let near = comparable;
  if (preselect !== null && rows.length > preselect.count) {
    const distance = (row: number) => distanceOf(segment, row, group, preselect.code)!;
    const distances = comparable.map(({ row }) => distance(row)).sort((a, b) => a - b);
    const most = distances[preselect.count - 1] ?? Number.POSITIVE_INFINITY;
    near = comparable.filter(({ row }) => distance(row) <= most);
  }
  return found(cut(near, k), cut(without, withoutVector), 0);
}

/** As the reference index computes it: four partial sums, rounded to f32 at the end. */
function cosine(segment: SegmentRows, row: number, group: number, query: Float32Array): number {
  const { codes, squares, dimension } = segment.vectors[group]!;
  const length = norm(query);
  if (squares[row] === 0 || !Number.isFinite(1 / length)) return Number.NaN;
  const sums = [0, 0, 0, 0];
  const whole = dimension - (dimension % 4);
  for (let d = 0; d < dimension; d++) {
    sums[d < whole ? d % 4 : 0]! += codes[row * dimension + d]! * query[d]!;
  }
  const dot = sums[0]! + sums[1]! + (sums[2]! + sums[3]!);
  const found = dot * (1 / Math.sqrt(squares[row]!)) * (1 / length);
  return Math.fround(Math.max(-1, Math.min(1, found)));
}
