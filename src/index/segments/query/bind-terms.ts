/**
 * Terms of a scorecard as kernel calls. `prepareTerm` makes a term's tables, once a query and thread; they are placed beside
 * each segment, and what comes back adds the term's points to any rows there.
 */
import type { Kernels } from '../../kernels/kernels.ts';
import type { ConditionOp, IntervalPoints, NumberPoints, Pair, TermOp } from '../../query-program.ts';
import { MASK_BYTES, type Place, planeOf, STORAGE_BYTES } from './bind-clauses.ts';
import { changingRange, numberPoints } from './number-points.ts';
import { DeferredTable, type Placing } from './scratch.ts';

/** Adds to the `n` pairs at `sums` the points of the rows that are listed at `rows`. */
export type AddPoints = (rows: number, n: number, sums: number, segment: Place) => void;
type PlacePoints = (kernels: Kernels, placing: Placing) => AddPoints;
/** `pointsAt`: pairs for a block of rows, for terms that may have to be silenced. */
export type PreparedTerm = (kernels: Kernels, placing: Placing, pointsAt: number) => AddPoints;

/** Up to so many whole numbers, their points are a table. */
export const MOST_TABLE_ENTRIES = 2048;
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

/** Whether a row's points are computed, not looked up. */
export function isCostly(term: TermOp): boolean {
  if (term.op === 'number') return changingRange(term.forward, term.backward, MOST_TABLE_ENTRIES) === null;
  return term.op === 'interval' || term.op === 'hamming';
}

export function prepareTerm(given: TermOp): PreparedTerm {
  const term = withoutOwnConditions(given);
  const placePoints = preparePoints(term);
  const conditions = term.conditions ?? [];
  if (conditions.length === 0) return placePoints;
  return (kernels, placing, pointsAt) => {
    const addTerm = placePoints(kernels, placing);
    const silences = conditions.map((condition) => placeCondition(condition, kernels, placing));
    return (rows, n, sums, segment) => {
      kernels.fillPairs(pointsAt, n, 0, 0);
      addTerm(rows, n, pointsAt, segment);
      for (const silence of silences) silence(rows, n, pointsAt, segment);
      kernels.addPairs(sums, n, pointsAt);
    };
  };
}

/** Conditions on the very codes that a term looks up are part of its table: where they do not hold, its points are 0. */
export function withoutOwnConditions(term: TermOp): TermOp {
  if (term.op !== 'codes') return term;
  const { op, field, table } = term;
  const [own, others] = [ownConditions(term), term.conditions?.filter((one) => !isOwn(one, field)) ?? []];
  if (own.length === 0) return term;
  const codes = Math.max(table.length / 2, ...own.map(({ holds }) => holds.length));
  const told = new Float64Array(2 * codes);
  for (let code = 0; code < codes; code++) {
    const entry = 2 * code < table.length ? code : 0;
    for (const direction of [0, 1] as const) {
      const isSilent = own.some(
        ({ holds, ...asks }) => asks[DIRECTIONS[direction]] && holds[code < holds.length ? code : 0] === 0,
      );
      told[2 * code + direction] = isSilent ? 0 : table[2 * entry + direction]!;
    }
  }
  return { op, field, table: told, ...(others.length > 0 && { conditions: others }) };
}

const DIRECTIONS = ['forward', 'backward'] as const;
type CodesCondition = Extract<ConditionOp, { op: 'codes' }>;

function ownConditions({ field, conditions }: TermOf<'codes'>): readonly CodesCondition[] {
  return conditions?.filter((one) => isOwn(one, field)) ?? [];
}

function isOwn(condition: ConditionOp, field: number): condition is CodesCondition {
  return condition.op === 'codes' && condition.field === field;
}

function preparePoints(term: TermOp): PlacePoints {
  switch (term.op) {
    case 'constant':
      return (kernels) => (_rows, n, sums) => kernels.addConstant(sums, n, ...term.points);
    case 'codes':
      return prepareCodes(term);
    case 'number':
      return prepareNumber(term);
    case 'interval':
      return (kernels, placing) => placeInterval(term, kernels, placing);
    case 'overlap':
      return (kernels, placing) => placeOverlap(term, kernels, placing);
    case 'bestOfSet':
      return (kernels, placing) => placeBestOfSet(term, kernels, placing);
    case 'completeness':
      return (kernels, placing) => placeCompleteness(term, kernels, placing);
    case 'hamming':
      return (kernels, placing) => placeHamming(term, kernels, placing);
    default:
      return term satisfies never;
  }
}

type TermOf<Op extends TermOp['op']> = Extract<TermOp, { op: Op }>;

function prepareCodes({ field, table }: TermOf<'codes'>): PlacePoints {
  const codes = table.length / 2;
  // A code u8 is looked up without a check, so that every one has its entry.
  const entries = 2 * Math.max(codes, CODES_OF_U8);
  const whole = new DeferredTable(8 * entries, () => {
    const padded = new Float64Array(entries);
    padded.set(table);
    for (let code = codes; code < CODES_OF_U8; code++) padded.set(table.subarray(0, 2), 2 * code);
    return padded;
  });
  return (kernels, placing) => {
    const at = placing.put(whole);
    return (rows, n, sums, segment) => {
      const { storage, offset } = planeOf(segment, field, 'code');
      const plane = segment.base + offset;
      if (storage === 'u8') kernels.addCodes8(rows, n, sums, plane, at);
      else if (storage === 'u16') kernels.addCodes16(rows, n, sums, plane, at, codes);
      else kernels.addCodes32(rows, n, sums, plane, at, codes);
    };
  };
}

function prepareNumber(term: TermOf<'number'>): PlacePoints {
  const { field, forward, backward, missing } = term;
  const made = [numberRecord(forward, missing[0]), numberRecord(backward, missing[1])] as const;
  const isSame = JSON.stringify([forward, missing[0]]) === JSON.stringify([backward, missing[1]]);
  const range = changingRange(forward, backward, MOST_TABLE_ENTRIES);
  const entries = range && new DeferredTable(8 * numberEntries(range), () => numberTable(term, range));
  return (kernels, placing) => {
    const records = [placing.put(made[0]), placing.put(made[1])] as const;
    const table = entries === null ? 0 : placing.put(entries);
    const byCurve = (rows: number, n: number, sums: number, plane: number, storage: number) =>
      kernels.addByCurve(rows, n, sums, plane, storage, ...records, Number(isSame));
    return (rows, n, sums, segment) => {
      if (field === null) {
        byCurve(rows, n, sums, segment.base + segment.layout.updatedAt, STORAGE_CODE.f64);
        return;
      }
      const { storage, offset } = planeOf(segment, field, 'number');
      const plane = segment.base + offset;
      if (range === null || storage === 'f64') byCurve(rows, n, sums, plane, STORAGE_CODE[storage]);
      else if (storage === 'i16') kernels.addByNumber16(rows, n, sums, plane, table, ...range);
      else kernels.addByNumber32(rows, n, sums, plane, table, ...range);
    };
  };
}

function numberEntries([low, high]: readonly [number, number]): number {
  return 2 * (high - low + 2);
}

/** Pairs: the missing one, then those of `low` … `high`. */
export function numberTable(
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
  heads: readonly [number, number],
  numbers: readonly number[],
  knots: NumberPoints['knots'],
): Float64Array {
  const record = Float64Array.of(
    0,
    ...numbers,
    ...knots.map(([x]) => x),
    ...knots.map(([, points]) => points),
  );
  new Int32Array(record.buffer).set(heads);
  return record;
}

function placeInterval(
  { forward, backward }: TermOf<'interval'>,
  kernels: Kernels,
  placing: Placing,
): AddPoints {
  const directions = [forward, backward].map((one) => placeDirection(one, kernels, placing));
  return (rows, n, sums, segment) => {
    directions.forEach((addDirection, direction) => {
      addDirection(rows, n, sums, segment, direction);
    });
  };
}

function placeDirection(given: IntervalPoints, kernels: Kernels, placing: Placing) {
  const { low, high, weight, missing, knots } = given;
  const bits = Number(given.seekerIsMe) + (given.overshoot === 'absolute' ? 2 : 0);
  const record = placing.put(recordOf([bits, knots.length], [low, high, weight, missing], knots));
  return (rows: number, n: number, sums: number, segment: Place, direction: number) => {
    const [lows, lowStorage] = boundPlane(given.lowField, segment);
    const [highs, highStorage] = boundPlane(given.highField, segment);
    kernels.addInterval(rows, n, sums, lows, lowStorage, highs, highStorage, record, direction);
  };
}

function boundPlane(field: number | null, segment: Place): readonly [plane: number, storage: number] {
  if (field === null) return [0, -1];
  const { storage, offset } = planeOf(segment, field, 'number');
  return [segment.base + offset, STORAGE_CODE[storage]];
}

function placeOverlap(term: TermOf<'overlap'>, kernels: Kernels, placing: Placing): AddPoints {
  const mask = placing.put(term.mask, MASK_BYTES);
  const table = placing.put(term.table);
  const missing = putPair(term.missing, placing);
  return (rows, n, sums, segment) => {
    const { storage, offset, words } = planeOf(segment, term.field, 'set');
    const size = STORAGE_BYTES[storage];
    const plane = segment.base + offset;
    kernels.addOverlap(rows, n, sums, plane, size, words, mask, table, term.values + 1, missing);
  };
}

function placeBestOfSet(term: TermOf<'bestOfSet'>, kernels: Kernels, placing: Placing): AddPoints {
  const table = placing.put(term.table);
  const missing = putPair(term.missing, placing);
  return (rows, n, sums, segment) => {
    const { storage, offset, words } = planeOf(segment, term.field, 'set');
    const size = STORAGE_BYTES[storage];
    const plane = segment.base + offset;
    kernels.addBestOfSet(rows, n, sums, plane, size, words, table, term.table.length / 2, missing);
  };
}

function placeCompleteness(term: TermOf<'completeness'>, kernels: Kernels, placing: Placing): AddPoints {
  const masks = placing.put(term.masks);
  const table = placing.put(term.table);
  return (rows, n, sums, segment) => {
    const { base, layout } = segment;
    const side = term.sideField === null ? null : planeOf(segment, term.sideField, 'code');
    kernels.addCompleteness(
      rows,
      n,
      sums,
      base + layout.presence,
      layout.presenceWords,
      base + (side?.offset ?? 0),
      side === null ? 0 : STORAGE_BYTES[side.storage],
      term.masks.length / layout.presenceWords,
      masks,
      table,
      term.stride,
    );
  };
}

function placeHamming(term: TermOf<'hamming'>, kernels: Kernels, placing: Placing): AddPoints {
  const code = placing.put(term.code);
  const table = placing.put(term.table);
  const missing = putPair(term.missing, placing);
  const distances = placing.take(2 * FETCHED_AHEAD);
  return (rows, n, sums, { base, layout }) => {
    const { signs, signWords, squares } = layout.vectors[term.group]!;
    const [signsAt, squaresAt] = [base + signs, base + squares];
    kernels.addByHamming(rows, n, sums, signsAt, signWords, code, squaresAt, table, missing, distances);
  };
}

function placeCondition(condition: ConditionOp, kernels: Kernels, placing: Placing): AddPoints {
  const directions = Number(condition.forward) + 2 * Number(condition.backward);
  if (condition.op === 'codes') {
    const { field, holds } = condition;
    const at = placing.put(holds);
    return (rows, n, points, segment) => {
      const { storage, offset } = planeOf(segment, field, 'code');
      const plane = segment.base + offset;
      kernels.silenceCodes(rows, n, points, plane, STORAGE_BYTES[storage], at, holds.length, directions);
    };
  }
  const { field, mask, wanted } = condition;
  const at = placing.put(mask, MASK_BYTES);
  return (rows, n, points, segment) => {
    const { storage, offset, words } = planeOf(segment, field, 'set');
    const plane = segment.base + offset;
    const size = STORAGE_BYTES[storage];
    kernels.silenceSets(rows, n, points, plane, size, words, at, Number(wanted), directions);
  };
}

function putPair(pair: Pair, placing: Placing): number {
  return placing.put(Float64Array.from(pair));
}
