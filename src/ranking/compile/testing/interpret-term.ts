/**
 * A readable interpreter of query program operations for one row; tests compare compiled terms with the
 * comparators by it.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { isGeo } from '../../../domains/field.ts';
import type { IndexDictionaries } from '../../../index/codes/index-dictionaries.ts';
import type { ConditionOp, IntervalPoints, NumberPoints, TermOp } from '../../../index/query-program.ts';
import type { StoredProfile } from '../../../storage/store.ts';
import { piecewise } from '../../scoring/piecewise.ts';

/** A row in the columns of a segment. */
export interface CodedRow {
  readonly codes: readonly number[];
  readonly numbers: readonly number[];
  readonly bits: readonly (readonly number[])[];
  readonly present: readonly boolean[];
  readonly updatedAtMs: number;
}

/** Adds the row's values to the dictionaries. */
export function codedRow(
  { fields }: DomainDefinition,
  dictionaries: IndexDictionaries,
  { row }: StoredProfile,
): CodedRow {
  const values = fields.map(({ name }) => row.fields[name] ?? row.derived[name]);
  return {
    codes: fields.map((field, at) => {
      const value = values[at];
      if (isGeo(field)) {
        const text = typeof value === 'string' ? value : null;
        return dictionaries.holdPair(at, text, row.places[field.name] ?? null);
      }
      if (field.kind === 'soft' || field.multiple || typeof value === 'number') return 0;
      return dictionaries.hold(at, value);
    }),
    numbers: values.map((value) => (typeof value === 'number' ? value : Number.NaN)),
    bits: fields.map(({ multiple }, at) => (multiple ? dictionaries.bitsOf(at, values[at]) : [])),
    present: values.map((value) => value !== undefined),
    updatedAtMs: Date.parse(row.updatedAt),
  };
}

/** `direction`: 0 forward, 1 backward. */
export function interpretTerm(op: TermOp, row: CodedRow, direction: 0 | 1): number {
  return (op.conditions ?? []).every((condition) => holds(condition, row, direction))
    ? pointsOf(op, row, direction)
    : 0;
}

function holds(condition: ConditionOp, { codes, bits }: CodedRow, direction: 0 | 1): boolean {
  if (!(direction === 0 ? condition.forward : condition.backward)) return true;
  const { field } = condition;
  if (condition.op === 'codes') return condition.holds[entry(codes[field]!, condition.holds.length)] === 1;
  return bits[field]!.some((bit) => isIn(condition.mask, bit)) === condition.wanted;
}

function pointsOf(op: TermOp, row: CodedRow, direction: 0 | 1): number {
  switch (op.op) {
    case 'constant':
      return op.points[direction];
    case 'codes':
      return op.table[2 * entry(row.codes[op.field]!, op.table.length / 2) + direction]!;
    case 'number': {
      const value = op.field === null ? row.updatedAtMs : row.numbers[op.field]!;
      const points = numberPoints(direction === 0 ? op.forward : op.backward, value);
      return Number.isNaN(points) ? op.missing[direction] : points;
    }
    case 'interval':
      return intervalPoints(direction === 0 ? op.forward : op.backward, row);
    case 'overlap': {
      const held = row.bits[op.field]!;
      if (held.length === 0) return op.missing[direction];
      const shared = held.filter((bit) => isIn(op.mask, bit)).length;
      return op.table[2 * (shared * (op.values + 1) + held.length) + direction]!;
    }
    case 'bestOfSet': {
      const held = row.bits[op.field]!;
      if (held.length === 0) return op.missing[direction];
      return Math.max(...held.map((bit) => op.table[2 * bit + direction]!));
    }
    case 'completeness': {
      const words = Math.max(1, (row.present.length + 31) >>> 5);
      const side = entry(op.sideField === null ? 0 : row.codes[op.sideField]!, op.masks.length / words);
      const mask = op.masks.subarray(side * words, (side + 1) * words);
      const held = row.present.filter((present, field) => present && isIn(mask, field)).length;
      return op.table[2 * (side * op.stride + held) + direction]!;
    }
    case 'hamming':
      throw new Error('no scorecard has it');
    default:
      return op satisfies never;
  }
}

/** A code assigned after the program was compiled reads as missing. */
function entry(code: number, length: number): number {
  return code < length ? code : 0;
}

function isIn(mask: Uint32Array, bit: number): boolean {
  return (((mask[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function numberPoints({ x, c, unit, weight, knots }: NumberPoints, v: number): number {
  const isRatio = x.startsWith('ratio');
  if (Number.isNaN(v) || (isRatio && !(v > 0 && c > 0))) return Number.NaN;
  const of = {
    value: () => v,
    since: () => Math.max(0, (c - v) / unit),
    from: () => v - c,
    to: () => c - v,
    apart: () => Math.abs(v - c),
    ratio_of: () => v / c,
    ratio_to: () => c / v,
    ratio: () => Math.max(v, c) / Math.min(v, c),
  };
  return weight * piecewise(knots.map(([at, points]) => [at, points]))(of[x]());
}

function intervalPoints(points: IntervalPoints, { numbers }: CodedRow): number {
  const read = (field: number | null) => (field === null ? Number.NaN : numbers[field]!);
  const [low, high] = [read(points.lowField), read(points.highField)];
  if (Number.isNaN(low) && Number.isNaN(high)) return points.missing;
  const theirs = [
    Number.isNaN(low) ? Number.NEGATIVE_INFINITY : low,
    Number.isNaN(high) ? Number.POSITIVE_INFINITY : high,
  ] as const;
  const mine = [points.low, points.high] as const;
  const [me, other] = points.seekerIsMe ? [mine, theirs] : [theirs, mine];
  const [above, below] = [me[0] - other[1], other[0] - me[1]];
  let x = 0;
  if (above > 0 || below > 0) {
    const gap = Math.max(above, below);
    const bound = Math.abs(above > 0 ? other[1] : other[0]);
    x = points.overshoot === 'absolute' ? gap : bound === 0 ? Number.POSITIVE_INFINITY : gap / bound;
  }
  return points.weight * piecewise(points.knots.map(([at, y]) => [at, y]))(x);
}
