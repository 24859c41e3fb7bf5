/**
 * Terms of a scorecard as kernel calls. `prepareTerm` makes a term's tables once a query and thread. They are
 * bound beside each segment; the bound function adds the term's points to any rows there.
 */
import {
  bestOfSetTerm,
  completenessTerm,
  hammingTerm,
  intervalTerm,
  type KernelStruct,
  overlapTerm,
  setCondition,
} from '../../../../engines/kernels/kernel-structs.ts';
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import { changingRange, numberPoints } from '../../program/number-points.ts';
import type { ConditionOp, IntervalPoints, NumberPoints, Pair, TermOp } from '../../query-program.ts';
import { columnOf, MASK_BYTES, type SegmentView, STORAGE_BYTES } from './bind-clause.ts';
import { DeferredTable, type ScratchAllocator } from './scratch.ts';

/** Adds the points of the `n` rows listed at `rows` to the pairs at `sums`. */
export type AddPoints = (rows: number, n: number, sums: number, segment: SegmentView) => void;
type BindPoints = (kernels: Kernels, allocator: ScratchAllocator) => AddPoints;
/** `pointsAt`: pairs for a block of rows, for terms with conditions. */
export type PreparedTerm = (kernels: Kernels, allocator: ScratchAllocator, pointsAt: number) => AddPoints;

/** Points of up to this many whole numbers are tabulated. */
export const MAX_TABLE_ENTRIES = 2048;
const CODES_OF_U8 = 256;
/** Rows whose codes a kernel fetches together. */
const FETCHED_AHEAD = 64;
const STORAGE_CODE = { i16: 0, i32: 1, f64: 2 } as const;
const X_KIND: Readonly<Record<NumberPoints['x'], number>> = {
  value: 0,
  since: 1,
  from: 2,
  to: 3,
  apart: 4,
  ratio_of: 5,
  ratio_to: 6,
  ratio: 7,
};

/** Whether a row's points are computed instead of looked up. */
export function isCostly(term: TermOp): boolean {
  if (term.op === 'number') return changingRange(term.forward, term.backward, MAX_TABLE_ENTRIES) === null;
  return term.op === 'interval' || term.op === 'hamming';
}

export function prepareTerm(term: TermOp): PreparedTerm {
  const bound = withoutOwnConditions(term);
  const bindPoints = preparePoints(bound);
  const conditions = bound.conditions ?? [];
  if (conditions.length === 0) return bindPoints;
  return (kernels, allocator, pointsAt) => {
    const addTerm = bindPoints(kernels, allocator);
    const silences = conditions.map((condition) => bindCondition(condition, kernels, allocator));
    return (rows, n, sums, segment) => {
      kernels.fillPairs(pointsAt, n, 0, 0);
      addTerm(rows, n, pointsAt, segment);
      for (const silence of silences) silence(rows, n, pointsAt, segment);
      kernels.addPairs(sums, n, pointsAt);
    };
  };
}

/** Folds conditions on the term's own codes into its table: points are 0 where they do not hold. */
export function withoutOwnConditions(term: TermOp): TermOp {
  if (term.op !== 'codes') return term;
  const { op, field, table } = term;
  const [own, others] = [
    ownConditions(term),
    term.conditions?.filter((condition) => !isOwn(condition, field)) ?? [],
  ];
  if (own.length === 0) return term;
  const codes = Math.max(table.length / 2, ...own.map(({ holds }) => holds.length));
  const silenced = new Float64Array(2 * codes);
  for (let code = 0; code < codes; code++) {
    const entry = 2 * code < table.length ? code : 0;
    for (const direction of [0, 1] as const) {
      const isSilent = own.some(
        ({ holds, ...directions }) =>
          directions[DIRECTIONS[direction]] && holds[code < holds.length ? code : 0] === 0,
      );
      silenced[2 * code + direction] = isSilent ? 0 : table[2 * entry + direction]!;
    }
  }
  return { op, field, table: silenced, ...(others.length > 0 && { conditions: others }) };
}

const DIRECTIONS = ['forward', 'backward'] as const;
type CodesCondition = Extract<ConditionOp, { op: 'codes' }>;

function ownConditions({ field, conditions }: TermOf<'codes'>): readonly CodesCondition[] {
  return conditions?.filter((condition) => isOwn(condition, field)) ?? [];
}

function isOwn(condition: ConditionOp, field: number): condition is CodesCondition {
  return condition.op === 'codes' && condition.field === field;
}

function preparePoints(term: TermOp): BindPoints {
  switch (term.op) {
    case 'constant':
      return (kernels) => (_rows, n, sums) => kernels.addConstant(sums, n, ...term.points);
    case 'codes':
      return prepareCodes(term);
    case 'number':
      return prepareNumber(term);
    case 'interval':
      return (kernels, allocator) => bindInterval(term, kernels, allocator);
    case 'overlap':
      return (kernels, allocator) => bindOverlap(term, kernels, allocator);
    case 'bestOfSet':
      return (kernels, allocator) => bindBestOfSet(term, kernels, allocator);
    case 'completeness':
      return (kernels, allocator) => bindCompleteness(term, kernels, allocator);
    case 'hamming':
      return (kernels, allocator) => bindHamming(term, kernels, allocator);
    default:
      return term satisfies never;
  }
}

type TermOf<Op extends TermOp['op']> = Extract<TermOp, { op: Op }>;

function prepareCodes({ field, table }: TermOf<'codes'>): BindPoints {
  const codes = table.length / 2;
  // A u8 code is looked up without a bounds check, so every one has an entry.
  const entries = 2 * Math.max(codes, CODES_OF_U8);
  const whole = new DeferredTable(8 * entries, () => {
    const padded = new Float64Array(entries);
    padded.set(table);
    for (let at = 2 * codes; at < 2 * CODES_OF_U8; at += 2) {
      padded[at] = table[0]!;
      padded[at + 1] = table[1]!;
    }
    return padded;
  });
  return (kernels, allocator) => {
    const at = allocator.put(whole);
    return (rows, n, sums, segment) => {
      const { storage, offset } = columnOf(segment, field, 'code');
      const column = segment.base + offset;
      if (storage === 'u8') kernels.addCodes8(rows, n, sums, column, at);
      else if (storage === 'u16') kernels.addCodes16(rows, n, sums, column, at, codes);
      else kernels.addCodes32(rows, n, sums, column, at, codes);
    };
  };
}

function prepareNumber(term: TermOf<'number'>): BindPoints {
  const { field, forward, backward, missing } = term;
  const made = [numberRecord(forward, missing[0]), numberRecord(backward, missing[1])] as const;
  const isSame = JSON.stringify([forward, missing[0]]) === JSON.stringify([backward, missing[1]]);
  const range = changingRange(forward, backward, MAX_TABLE_ENTRIES);
  const entries = range && new DeferredTable(8 * numberEntries(range), () => numberTable(term, range));
  return (kernels, allocator) => {
    const records = [allocator.put(made[0]), allocator.put(made[1])] as const;
    const table = entries === null ? 0 : allocator.put(entries);
    const byCurve = (rows: number, n: number, sums: number, column: number, storage: number) =>
      kernels.addByCurve(rows, n, sums, column, storage, ...records, Number(isSame));
    return (rows, n, sums, segment) => {
      if (field === null) {
        byCurve(rows, n, sums, segment.base + segment.layout.updatedAt, STORAGE_CODE.f64);
        return;
      }
      const { storage, offset } = columnOf(segment, field, 'number');
      const column = segment.base + offset;
      if (range === null || storage === 'f64') byCurve(rows, n, sums, column, STORAGE_CODE[storage]);
      else if (storage === 'i16') kernels.addByNumber16(rows, n, sums, column, table, ...range);
      else kernels.addByNumber32(rows, n, sums, column, table, ...range);
    };
  };
}

function numberEntries([low, high]: readonly [number, number]): number {
  return 2 * (high - low + 2);
}

const numberTables = new WeakMap<TermOf<'number'>, Float64Array>();

/** Pairs: the missing one, then those of `low` … `high`, the range in which the term's points change. */
export function numberTable(
  term: TermOf<'number'>,
  range: readonly [low: number, high: number],
): Float64Array {
  const table = numberTables.get(term) ?? makeNumberTable(term, range);
  numberTables.set(term, table);
  return table;
}

function makeNumberTable(
  { forward, backward, missing }: TermOf<'number'>,
  [low, high]: readonly [number, number],
): Float64Array {
  const table = new Float64Array(numberEntries([low, high]));
  table.set(missing);
  for (let value = low; value <= high; value++) {
    const at = 2 * (value - low + 1);
    table[at] = numberPoints(forward, value, missing[0]);
    table[at + 1] = numberPoints(backward, value, missing[1]);
  }
  return table;
}

function numberRecord({ x, c, unit, weight, knots }: NumberPoints, missing: number): Float64Array {
  return recordOf([X_KIND[x], knots.length], [c, unit, weight, missing], knots);
}

function recordOf(
  header: readonly [number, number],
  numbers: readonly number[],
  knots: NumberPoints['knots'],
): Float64Array {
  const record = Float64Array.of(
    0,
    ...numbers,
    ...knots.map(([x]) => x),
    ...knots.map(([, points]) => points),
  );
  new Int32Array(record.buffer).set(header);
  return record;
}

function bindInterval(
  { forward, backward }: TermOf<'interval'>,
  kernels: Kernels,
  allocator: ScratchAllocator,
): AddPoints {
  const directions = [forward, backward].map((points) => bindDirection(points, kernels, allocator));
  return (rows, n, sums, segment) => {
    directions.forEach((addDirection, direction) => {
      addDirection(rows, n, sums, segment, direction);
    });
  };
}

function bindDirection(interval: IntervalPoints, kernels: Kernels, allocator: ScratchAllocator) {
  const { low, high, weight, missing, knots } = interval;
  const bits = Number(interval.seekerIsMe) + (interval.overshoot === 'absolute' ? 2 : 0);
  const struct = allocator.struct(intervalTerm);
  struct.record = allocator.put(recordOf([bits, knots.length], [low, high, weight, missing], knots));
  return (rows: number, n: number, sums: number, segment: SegmentView, direction: number) => {
    [struct.lows, struct.lowStorage] = boundColumn(interval.lowField, segment);
    [struct.highs, struct.highStorage] = boundColumn(interval.highField, segment);
    struct.direction = direction;
    kernels.addInterval(rows, n, sums, struct.address);
  };
}

function boundColumn(field: number | null, segment: SegmentView): readonly [column: number, storage: number] {
  if (field === null) return [0, -1];
  const { storage, offset } = columnOf(segment, field, 'number');
  return [segment.base + offset, STORAGE_CODE[storage]];
}

function bindOverlap(term: TermOf<'overlap'>, kernels: Kernels, allocator: ScratchAllocator): AddPoints {
  const struct = allocator.struct(overlapTerm);
  struct.mask = allocator.put(term.mask, MASK_BYTES);
  struct.table = allocator.put(term.table);
  struct.missing = putPair(term.missing, allocator);
  struct.stride = term.values + 1;
  return (rows, n, sums, segment) => {
    pointTo(struct, segment, term.field);
    kernels.addOverlap(rows, n, sums, struct.address);
  };
}

function bindBestOfSet(term: TermOf<'bestOfSet'>, kernels: Kernels, allocator: ScratchAllocator): AddPoints {
  const struct = allocator.struct(bestOfSetTerm);
  struct.table = allocator.put(term.table);
  struct.missing = putPair(term.missing, allocator);
  struct.limit = term.table.length / 2;
  return (rows, n, sums, segment) => {
    pointTo(struct, segment, term.field);
    kernels.addBestOfSet(rows, n, sums, struct.address);
  };
}

/** Points the struct to the segment's column of sets. */
function pointTo(
  struct: KernelStruct<'column' | 'size' | 'count'>,
  segment: SegmentView,
  field: number,
): void {
  const { storage, offset, words } = columnOf(segment, field, 'set');
  struct.column = segment.base + offset;
  struct.size = STORAGE_BYTES[storage];
  struct.count = words;
}

function bindCompleteness(
  term: TermOf<'completeness'>,
  kernels: Kernels,
  allocator: ScratchAllocator,
): AddPoints {
  const struct = allocator.struct(completenessTerm);
  struct.masks = allocator.put(term.masks);
  struct.table = allocator.put(term.table);
  struct.stride = term.stride;
  return (rows, n, sums, segment) => {
    const { base, layout } = segment;
    const side = term.sideField === null ? null : columnOf(segment, term.sideField, 'code');
    struct.presence = base + layout.presence;
    struct.words = layout.presenceWords;
    struct.sides = base + (side?.offset ?? 0);
    struct.sideSize = side === null ? 0 : STORAGE_BYTES[side.storage];
    struct.sideLimit = term.masks.length / layout.presenceWords;
    kernels.addCompleteness(rows, n, sums, struct.address);
  };
}

function bindHamming(term: TermOf<'hamming'>, kernels: Kernels, allocator: ScratchAllocator): AddPoints {
  const struct = allocator.struct(hammingTerm);
  struct.query = allocator.put(term.code);
  struct.table = allocator.put(term.table);
  struct.missing = putPair(term.missing, allocator);
  struct.distances = allocator.take(2 * FETCHED_AHEAD);
  return (rows, n, sums, { base, layout }) => {
    const { signs, signWords, squares } = layout.vectors[term.group]!;
    struct.signs = base + signs;
    struct.signWords = signWords;
    struct.squares = base + squares;
    kernels.addByHamming(rows, n, sums, struct.address);
  };
}

function bindCondition(condition: ConditionOp, kernels: Kernels, allocator: ScratchAllocator): AddPoints {
  const directions = Number(condition.forward) + 2 * Number(condition.backward);
  if (condition.op === 'codes') {
    const { field, holds } = condition;
    const at = allocator.put(holds);
    return (rows, n, points, segment) => {
      const { storage, offset } = columnOf(segment, field, 'code');
      const column = segment.base + offset;
      kernels.silenceCodes(rows, n, points, column, STORAGE_BYTES[storage], at, holds.length, directions);
    };
  }
  const { field, mask, wanted } = condition;
  const struct = allocator.struct(setCondition);
  struct.mask = allocator.put(mask, MASK_BYTES);
  struct.wanted = Number(wanted);
  struct.directions = directions;
  return (rows, n, points, segment) => {
    pointTo(struct, segment, field);
    kernels.silenceSets(rows, n, points, struct.address);
  };
}

function putPair(pair: Pair, allocator: ScratchAllocator): number {
  return allocator.put(Float64Array.from(pair));
}
