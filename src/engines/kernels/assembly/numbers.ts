/**
 * Points by numbers. A function of a number is a record: i32 kind of x, i32 knots, f64 c, f64 unit, f64
 * weight, f64 missing, the knots' x, then their points, f64 each. Operations and their order are those of
 * `program/number-points.ts`.
 */
import { add, row } from './points';

/** Storage of a column: 0 i16, 1 i32, 2 f64. */
function numberAt(column: usize, storage: i32, r: usize): f64 {
  if (storage == 0) {
    const value = load<i16>(column + (r << 1));
    return value == i16.MIN_VALUE ? NaN : <f64>value;
  }
  if (storage == 1) {
    const value = load<i32>(column + (r << 2));
    return value == i32.MIN_VALUE ? NaN : <f64>value;
  }
  return load<f64>(column + (r << 3));
}

/** `table`: the missing pair, then the pairs of `low` … `high`; numbers outside read the nearer end. */
export function addByNumber16(
  rows: usize,
  n: i32,
  sums: usize,
  column: usize,
  table: usize,
  low: i32,
  high: i32,
): void {
  for (let i = 0; i < n; i++) {
    const value = <i32>load<i16>(column + (row(rows, i) << 1));
    const kept = value < low ? low : value > high ? high : value;
    const entry = value == <i32>i16.MIN_VALUE ? 0 : kept - low + 1;
    add(sums, i, v128.load(table + ((<usize>entry) << 4)));
  }
}

export function addByNumber32(
  rows: usize,
  n: i32,
  sums: usize,
  column: usize,
  table: usize,
  low: i32,
  high: i32,
): void {
  for (let i = 0; i < n; i++) {
    const value = load<i32>(column + (row(rows, i) << 2));
    const kept = value < low ? low : value > high ? high : value;
    const entry = value == i32.MIN_VALUE ? 0 : kept - low + 1;
    add(sums, i, v128.load(table + ((<usize>entry) << 4)));
  }
}

/** Rows whose numbers are loaded before the first of them is used: see `vectors.ts`. */
const AHEAD = 64;

/**
 * `same` 1: both directions read the forward record. The result has no meaning; it keeps the compiler from
 * removing the loads ahead.
 */
export function addByCurve(
  rows: usize,
  n: i32,
  sums: usize,
  column: usize,
  storage: i32,
  forward: usize,
  backward: usize,
  same: i32,
): u32 {
  let seen: u32 = 0;
  const shift: usize = storage == 0 ? 1 : storage == 1 ? 2 : 3;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    for (let i = from; i < to; i++) seen |= <u32>load<u8>(column + (row(rows, i) << shift));
    for (let i = from; i < to; i++) {
      const value = numberAt(column, storage, row(rows, i));
      const there = numberPoints(forward, value);
      const back = same != 0 ? there : numberPoints(backward, value);
      add(sums, i, f64x2(there, back));
    }
  }
  return seen;
}

function numberPoints(record: usize, value: f64): f64 {
  const missing = load<f64>(record, 32);
  if (isNaN<f64>(value)) return missing;
  const kind = load<i32>(record);
  const c = load<f64>(record, 8);
  let x = value;
  if (kind == 1) x = max<f64>(0, (c - value) / load<f64>(record, 16));
  else if (kind == 2) x = value - c;
  else if (kind == 3) x = c - value;
  else if (kind == 4) x = abs<f64>(value - c);
  else if (kind >= 5) {
    if (!(value > 0 && c > 0)) return missing;
    if (kind == 5) x = value / c;
    else if (kind == 6) x = c / value;
    else x = max<f64>(value, c) / min<f64>(value, c);
  }
  return weighted(load<f64>(record, 24), curve(record + 40, load<i32>(record, 4), x), missing);
}

function weighted(weight: f64, points: f64, missing: f64): f64 {
  return isNaN<f64>(points) ? missing : weight * points;
}

function curve(xs: usize, knots: i32, x: f64): f64 {
  const ys = xs + ((<usize>knots) << 3);
  if (x <= load<f64>(xs)) return load<f64>(ys);
  const last = (<usize>(knots - 1)) << 3;
  if (x >= load<f64>(xs + last)) return load<f64>(ys + last);
  for (let at: usize = 8; at <= last; at += 8) {
    if (x < load<f64>(xs + at)) {
      const before = load<f64>(xs + at - 8);
      const below = load<f64>(ys + at - 8);
      const share = (x - before) / (load<f64>(xs + at) - before);
      return below + share * (load<f64>(ys + at) - below);
    }
  }
  return NaN;
}

@unmanaged
export class IntervalTerm {
  lows: usize;
  lowStorage: i32;
  highs: usize;
  highStorage: i32;
  record: usize;
  direction: i32;
}

/**
 * One direction (0 forward, 1 backward) of an interval against the seeker's. The record: i32 bits (1: the
 * seeker is `me`, 2: absolute), i32 knots, f64 low, f64 high, f64 weight, f64 missing, knots. Storage -1:
 * that end is open.
 */
export function addInterval(rows: usize, n: i32, sums: usize, term: IntervalTerm): void {
  const lows = term.lows;
  const lowStorage = term.lowStorage;
  const highs = term.highs;
  const highStorage = term.highStorage;
  const record = term.record;
  const direction = term.direction;
  const missing = load<f64>(record, 32);
  for (let i = 0; i < n; i++) {
    const r = row(rows, i);
    let low = lowStorage < 0 ? NaN : numberAt(lows, lowStorage, r);
    let high = highStorage < 0 ? NaN : numberAt(highs, highStorage, r);
    let points = missing;
    if (!isNaN<f64>(low) || !isNaN<f64>(high)) {
      if (isNaN<f64>(low)) low = -Infinity;
      if (isNaN<f64>(high)) high = Infinity;
      points = intervalPoints(record, low, high, missing);
    }
    const at = sums + ((<usize>i) << 4) + ((<usize>direction) << 3);
    store<f64>(at, load<f64>(at) + points);
  }
}

function intervalPoints(record: usize, low: f64, high: f64, missing: f64): f64 {
  const bits = load<i32>(record);
  const seekerIsMe = (bits & 1) != 0;
  const seekerLow = load<f64>(record, 8);
  const seekerHigh = load<f64>(record, 16);
  const otherLow = seekerIsMe ? low : seekerLow;
  const otherHigh = seekerIsMe ? high : seekerHigh;
  const above = (seekerIsMe ? seekerLow : low) - otherHigh;
  const below = otherLow - (seekerIsMe ? seekerHigh : high);
  let x: f64 = 0;
  if (!(above <= 0 && below <= 0)) {
    x = max<f64>(above, below);
    if ((bits & 2) == 0) {
      const bound = abs<f64>(above > 0 ? otherHigh : otherLow);
      x = bound == 0 ? Infinity : x / bound;
    }
  }
  return weighted(load<f64>(record, 24), curve(record + 40, load<i32>(record, 4), x), missing);
}
