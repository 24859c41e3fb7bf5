/** Random segments and programs from a seed: everything that a layout or a program can hold, in odd sizes. */

import { kernelMemory } from '../../../../engines/kernels/kernels.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import {
  type QuantizedVector,
  quantizeFinely,
  quantizeVector,
} from '../../../../platform/storage/quantized-vector.ts';
import type {
  Answer,
  ClauseOp,
  ConditionOp,
  Curve,
  IntervalPoints,
  NumberPoints,
  Pair,
  QueryProgram,
  TermOp,
} from '../../query-program.ts';
import { type FieldShape, layoutOf, type SegmentShape } from '../layout/segment-layout.ts';
import type { SegmentInput } from '../query/segment-run.ts';
import { newSharedSigns } from '../query/shared-signs.ts';
import { SegmentRows } from '../rows/segment-rows.ts';
import { WEEK_MS } from '../rows/updated-week.ts';

export interface World {
  readonly memory: WebAssembly.Memory;
  readonly segment: SegmentRows;
  /** The first byte after the segment. */
  readonly end: number;
}

/** The usual limit of codes for each storage in these tests. */
const CODES = { u8: 20, u16: 300, u32: 400 } as const;
const PLACES = CODES.u32;
/** Any number will do: the kinds of a segment follow from its shape alone. */
const PREFERENCE_KINDS = 5;
/** This many kinds may be bounds; bounds are never u32. */
const BOUND_KINDS = 3;

export function dice(seed: number) {
  const numbers = new SeededRandom(seed);
  const random = () => numbers.uniform();
  const below = (n: number) => numbers.below(n);
  const oneOf = <T>(list: readonly T[]): T => numbers.pick(list);
  const times = <T>(n: number, make: (at: number) => T): T[] =>
    Array.from({ length: n }, (_, at) => make(at));
  const number = () => oneOf([below(9) - 4, (below(4000) - 2000) / 100, below(70)]);
  return { random, below, oneOf, times, number, isSo: (share = 0.5) => random() < share };
}
export type Dice = ReturnType<typeof dice>;

const everyField: readonly FieldShape[] = [
  { kind: 'code', storage: 'u8' },
  { kind: 'code', storage: 'u16' },
  { kind: 'code', storage: 'u32', reach: 'u8' },
  { kind: 'number', storage: 'i16' },
  { kind: 'number', storage: 'i32' },
  { kind: 'number', storage: 'f64' },
  { kind: 'set', storage: 'u8', words: 1 },
  { kind: 'set', storage: 'u16', words: 1 },
  { kind: 'set', storage: 'u32', words: 1 },
  { kind: 'set', storage: 'u32', words: 3 },
  { kind: 'soft' },
];

export function randomShape(dice: Dice, capacity: number, dimension: number): SegmentShape {
  const more = dice.times(dice.below(40), () => dice.oneOf(everyField));
  return {
    capacity,
    fields: [...everyField, ...(dice.isSo(0.3) ? more : [])],
    preferences: dice.times(PREFERENCE_KINDS, (kind) =>
      dice.oneOf(kind < BOUND_KINDS ? [null, 'u8', 'u16'] : [null, 'u8', 'u16', 'u32']),
    ),
    vectors: [{ dimension }],
  };
}

/** `filled`: the fraction of live rows. */
export function randomWorld(dice: Dice, shape: SegmentShape, filled: number, scratch: number): World {
  const layout = layoutOf(shape);
  const base = 64 * dice.below(50);
  const memory = kernelMemory(base + layout.bytes + scratch);
  const segment = new SegmentRows(memory, base, layout);
  segment.clearAll();
  for (let row = 0; row < shape.capacity; row++) if (dice.isSo(filled)) putRow(dice, segment, row);
  for (let row = 0; row < shape.capacity; row += 7) if (dice.isSo(0.1)) segment.clearRow(row);
  return { memory, segment, end: base + layout.bytes };
}

function putRow(dice: Dice, segment: SegmentRows, row: number): void {
  segment.setLive(row, true);
  segment.setComplete(row, dice.isSo(0.7));
  segment.putUpdatedAt(row, dice.isSo() ? dice.below(1000) : dice.below(400) * (WEEK_MS / 3));
  segment.ties[row] = dice.isSo(0.5) ? dice.below(5) : dice.below(2 ** 32);
  segment.fields.forEach((view, field) => {
    if (dice.isSo(0.2)) segment.clearField(row, field);
    else if (view.kind === 'code') {
      const storage = (['u8', 'u16', 'u32'] as const).find(
        (one) => one === `u${8 * view.codes.BYTES_PER_ELEMENT}`,
      )!;
      segment.putCode(row, field, dice.below(dice.isSo(0.8) ? CODES[storage] : 256));
      if (view.reach !== null && dice.isSo()) segment.putReach(row, field, dice.below(5));
    } else if (view.kind === 'number') {
      const value = dice.number();
      segment.putNumber(row, field, view.values instanceof Float64Array ? value : Math.trunc(value) || 0);
    } else if (view.kind === 'set') {
      segment.putSet(
        row,
        field,
        dice.times(dice.below(6), () => dice.below(view.bits)),
      );
    } else segment.setPresence(row, field, true);
  });
  segment.preferences.forEach((ids, kind) => {
    const maxId = ids instanceof Uint8Array ? 255 : 65_535;
    const id = dice.oneOf([dice.below(14), dice.below(Math.min(maxId, 700)), maxId]);
    if (ids !== null && dice.isSo(0.4)) segment.putPreference(row, kind, id);
  });
  if (dice.isSo(0.8)) segment.putVector(row, 0, randomVector(dice, segment.vectors[0]!.dimension));
}

function randomVector(dice: Dice, dimension: number): QuantizedVector {
  const numbers = Float32Array.from({ length: dimension }, () => dice.below(511) - 255);
  const vector = dice.isSo(0.8) ? quantizeFinely(numbers) : quantizeVector(numbers);
  if (dice.isSo(0.05)) vector.codes.fill(0);
  return dice.isSo(0.05) ? { ...vector, scale: 0 } : vector;
}

function fieldsOf(segment: SegmentRows, kind: string): number[] {
  return segment.layout.fields
    .keys()
    .filter((field) => segment.layout.fields[field]!.kind === kind)
    .toArray();
}

function flags(dice: Dice, length: number, atZero: 0 | 1): Uint8Array {
  const share = dice.oneOf([0, 0.1, 0.5, 1]);
  return Uint8Array.from({ length }, (_, code) => (code === 0 ? atZero : Number(dice.isSo(share))));
}

/** Sometimes below the segment's codes, as for codes assigned later. */
function codeLimit(dice: Dice): number {
  return 1 + dice.oneOf([5, 16, 20, 255, 300, 400]);
}

function maskOf(dice: Dice): Uint32Array {
  return Uint32Array.from(dice.times(3, () => (dice.isSo(0.3) ? dice.below(2 ** 32) : dice.below(8))));
}

function randomClause(dice: Dice, segment: SegmentRows): ClauseOp {
  const fields = segment.layout.fields;
  const wanted = dice.isSo();
  const codes = (): ClauseOp => ({
    op: 'codes',
    field: dice.oneOf(fieldsOf(segment, 'code')),
    passes: flags(dice, codeLimit(dice), 0),
  });
  return dice.oneOf<() => ClauseOp>([
    codes,
    codes,
    () => {
      const [a, b] = [dice.number(), dice.number()];
      const min = dice.isSo(0.3) ? Number.NEGATIVE_INFINITY : a;
      const max = dice.isSo(0.3) ? Number.POSITIVE_INFINITY : dice.isSo(0.9) ? Math.max(a, b) : 1e12;
      return { op: 'range', field: dice.oneOf(fieldsOf(segment, 'number')), min, max, wanted };
    },
    () => {
      const values = Float64Array.from(dice.times(dice.below(8), () => dice.number()));
      return { op: 'numbers', field: dice.oneOf(fieldsOf(segment, 'number')), values, wanted };
    },
    () => ({ op: 'set', field: dice.oneOf(fieldsOf(segment, 'set')), mask: maskOf(dice), wanted }),
    () => ({ op: 'present', field: dice.below(fields.length), wanted }),
    () => ({ op: 'complete' }),
    () => ({ op: 'lacks_or', field: dice.below(fields.length), clause: randomClause(dice, segment) }),
    () => ({
      op: 'accepts',
      bounds: dice.times(dice.below(3), () => ({
        kind: dice.below(BOUND_KINDS),
        side: dice.oneOf(['from', 'to']),
        value: dice.oneOf([null, dice.number(), dice.below(300), 254.5, 255, 700, 65_534, -1e9, Infinity]),
      })),
      preferences: dice.times(dice.below(3), () => ({
        kind: dice.below(PREFERENCE_KINDS),
        met: flags(dice, 1 + dice.oneOf([3, 14, 15, 16, 20, 254, 255, 300]), 1),
      })),
      reaches: [
        {
          field: 2,
          distances: Uint16Array.from(
            dice.times(1 + dice.below(PLACES), () => (dice.isSo(0.1) ? 65_535 : 1 + dice.below(4))),
          ),
          met: Uint16Array.from([0, 2, 3, 1].slice(0, 1 + dice.below(4))),
        },
      ],
    }),
    () => (dice.isSo(0.1) ? { op: 'nothing' } : { op: 'complete' }),
  ])();
}

function pair(dice: Dice): Pair {
  return [dice.number() / 7, dice.number() / 7];
}

function pairs(dice: Dice, entries: number): Float64Array {
  return Float64Array.from(dice.times(2 * entries, () => dice.number() / 7));
}

function knotsOf(dice: Dice): NumberPoints['knots'] {
  const xs = [...new Set(dice.times(1 + dice.below(6), () => dice.number()))].sort((a, b) => a - b);
  return xs.map((x) => [x, dice.number() / 5] as const);
}

const KINDS = ['value', 'since', 'from', 'to', 'apart', 'ratio_of', 'ratio_to', 'ratio'] as const;

function numberPointsOf(dice: Dice): NumberPoints {
  const unit = 1 + dice.below(3);
  return { x: dice.oneOf(KINDS), c: dice.number(), unit, weight: dice.below(3), knots: knotsOf(dice) };
}

/** By the weeks that have passed. */
function recencyOf(dice: Dice): NumberPoints {
  const c = dice.below(150) * WEEK_MS + dice.below(WEEK_MS);
  return { x: 'since', c, unit: WEEK_MS / (1 + dice.below(8)), weight: dice.below(3), knots: knotsOf(dice) };
}

function intervalOf(dice: Dice, segment: SegmentRows): IntervalPoints {
  const field = () => (dice.isSo(0.2) ? null : dice.oneOf(fieldsOf(segment, 'number')));
  const [a, b] = [dice.number(), dice.number()];
  return {
    lowField: field(),
    highField: field(),
    low: dice.isSo(0.2) ? Number.NEGATIVE_INFINITY : Math.min(a, b),
    high: dice.isSo(0.2) ? Number.POSITIVE_INFINITY : Math.max(a, b),
    seekerIsMe: dice.isSo(),
    overshoot: dice.oneOf(['share', 'absolute']),
    weight: dice.random() * 2,
    knots: knotsOf(dice),
    missing: dice.number(),
  };
}

function randomTerm(dice: Dice, segment: SegmentRows): TermOp {
  const set = () => dice.oneOf(fieldsOf(segment, 'set'));
  const missing = pair(dice);
  const term = dice.oneOf<() => TermOp>([
    () => ({ op: 'constant', points: pair(dice) }),
    () => ({
      op: 'codes',
      field: dice.oneOf(fieldsOf(segment, 'code')),
      table: pairs(dice, codeLimit(dice)),
    }),
    () => {
      const field = dice.isSo(0.2) ? null : dice.oneOf(fieldsOf(segment, 'number'));
      const points = field === null && dice.isSo() ? recencyOf : numberPointsOf;
      const forward = points(dice);
      const backward = dice.isSo() ? forward : points(dice);
      return { op: 'number', field, missing: dice.isSo() ? [1, 1] : missing, forward, backward };
    },
    () => ({ op: 'interval', forward: intervalOf(dice, segment), backward: intervalOf(dice, segment) }),
    () => {
      const values = 96;
      return {
        op: 'overlap',
        field: set(),
        mask: maskOf(dice),
        values,
        table: pairs(dice, (values + 1) * (values + 1)),
        missing,
      };
    },
    () => ({ op: 'bestOfSet', field: set(), table: pairs(dice, 1 + dice.below(96)), missing }),
    () => {
      const sideField = dice.isSo() ? 0 : null;
      const sides = sideField === null ? 1 : 1 + dice.below(22);
      const masks = Uint32Array.from(
        dice.times(sides * segment.layout.presenceWords, () => dice.below(2 ** 32)),
      );
      const stride = segment.layout.fields.length + 1;
      return { op: 'completeness', sideField, masks, stride, table: pairs(dice, sides * stride) };
    },
    () => ({ op: 'hamming', group: 0, code: codeLike(dice, segment), table: pairs(dice, 1025), missing }),
  ])();
  const conditions = dice.times(dice.below(3), () => randomCondition(dice, segment));
  return dice.isSo(0.3) ? { ...term, conditions } : term;
}

function randomCondition(dice: Dice, segment: SegmentRows): ConditionOp {
  const directions = { forward: dice.isSo(), backward: dice.isSo() };
  if (dice.isSo()) {
    const field = dice.oneOf(fieldsOf(segment, 'code'));
    return { op: 'codes', field, holds: flags(dice, codeLimit(dice), dice.oneOf([0, 1])), ...directions };
  }
  const field = dice.oneOf(fieldsOf(segment, 'set'));
  return { op: 'set', field, mask: maskOf(dice), wanted: dice.isSo(), ...directions };
}

function codeLike(dice: Dice, segment: SegmentRows): Uint32Array {
  const { dimension, signWords } = segment.vectors[0]!;
  const code = new Uint32Array(signWords);
  for (let d = 0; d < dimension; d++) if (dice.isSo()) code[d >>> 5]! |= 1 << (d & 31);
  return code;
}

function curveOf(dice: Dice): Curve {
  if (dice.isSo(0.3)) return { kind: 'identity' };
  if (dice.isSo()) return { kind: 'platt', slope: 0.1 + dice.random() * 2, offset: dice.number() / 5 };
  let [x, y] = [-4, -3];
  const knots = dice.times(1 + dice.below(20), () => {
    x += dice.random() + 0.01;
    y += dice.random() + 0.01;
    return [x, y] as const;
  });
  return { kind: 'isotonic', knots };
}

function randomAnswer(dice: Dice, segment: SegmentRows): Answer {
  const k = dice.oneOf([0, 1, 7, 50, 100_000]);
  if (dice.isSo(0.2))
    return { kind: 'selection', ...(dice.isSo(0.8) && { examples: dice.oneOf([0, 2, 1000]) }) };
  if (dice.isSo(0.35)) {
    const { dimension } = segment.vectors[0]!;
    const still = dice.isSo(0.05);
    const query = Float32Array.from({ length: dimension }, () => (still ? 0 : dice.random() - 0.5));
    const shared = newSharedSigns(dimension);
    const code = codeLike(dice, segment);
    const preselect = dice.isSo() ? null : { code, count: 1 + dice.below(40), shared };
    return {
      kind: 'nearest',
      search: { group: 0, query, k, preselect, withoutVector: dice.oneOf([0, 3, 1000]) },
    };
  }
  const hasPersonEffects = dice.isSo(0.4);
  const sideField = dice.isSo() ? 0 : null;
  return {
    kind: 'best',
    k,
    minScore: dice.oneOf([0, 0, 0.2, 0.5, 1e-300, 1]),
    scoring: {
      intercept: dice.number() / 10,
      terms: dice.times(dice.below(7), () => randomTerm(dice, segment)),
      personEffects: hasPersonEffects
        ? { unknownPoints: pair(dice), unknownShrinkage: [dice.random(), dice.random()] }
        : null,
      aggregation: dice.oneOf(['product', 'harmonic', 'min', 'off']),
      calibration: dice.isSo()
        ? null
        : {
            forward: curveOf(dice),
            backward: dice.times(sideField === null ? 1 : 1 + dice.below(21), () => curveOf(dice)),
            sideField,
          },
      priced: dice.isSo(0.4),
    },
  };
}

export function randomProgram(dice: Dice, segment: SegmentRows): QueryProgram {
  const rules = dice.times(dice.below(4), (at) => ({
    reason: `rule ${at}`,
    clauses: dice.times(dice.below(3), () => randomClause(dice, segment)),
  }));
  return { rules, answer: randomAnswer(dice, segment) };
}

function priceOf(dice: Dice): number {
  return dice.isSo() ? 0 : dice.oneOf([0.05, 1, 4]) * dice.random();
}

export function randomInput(dice: Dice, { rules, answer }: QueryProgram, capacity: number): SegmentInput {
  const rowsOf = (maxRows: number) =>
    Uint32Array.from(
      [...new Set(dice.times(dice.below(maxRows), () => dice.below(capacity)))].sort((a, b) => a - b),
    );
  const personEffects =
    answer.kind === 'best' && answer.scoring.personEffects !== null && dice.isSo(0.8) ? rowsOf(80) : null;
  // Shorter than the segment: the rows behind it have no price.
  const prices = Float32Array.from(dice.times(dice.below(capacity), () => priceOf(dice)));
  return {
    leftOut: rowsOf(3),
    prices: dice.isSo(0.8) ? prices : null,
    excluded: rules.map(() => (dice.isSo() ? undefined : rowsOf(20))),
    personEffects: personEffects && {
      rows: personEffects,
      points: pairs(dice, personEffects.length),
      shrinkage: Float64Array.from(dice.times(2 * personEffects.length, () => dice.random())),
    },
  };
}
