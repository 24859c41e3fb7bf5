/**
 * Points of terms over a list of rows. `sums` has two f64 for each row of the list, forward and backward,
 * adjacent in one register. A term over codes is one load of a pair and one addition for both directions.
 * Terms are added one after another in f64 in their order, so the sums equal those of the interpreter
 * (`reference/interpret-scoring.ts`) bit for bit.
 */

import { setWord } from './filters';
import { code, entry } from './preferences';

export function fillPairs(pairs: usize, n: i32, forward: f64, backward: f64): void {
  const pair = f64x2(forward, backward);
  for (let i = 0; i < n; i++) v128.store(pairs + ((<usize>i) << 4), pair);
}

export function addConstant(sums: usize, n: i32, forward: f64, backward: f64): void {
  const pair = f64x2(forward, backward);
  for (let i = 0; i < n; i++) add(sums, i, pair);
}

export function addPairs(sums: usize, n: i32, pairs: usize): void {
  for (let i = 0; i < n; i++) add(sums, i, v128.load(pairs + ((<usize>i) << 4)));
}

/** `table` has a pair for each of 256 codes. */
export function addCodes8(rows: usize, n: i32, sums: usize, column: usize, table: usize): void {
  for (let i = 0; i < n; i++) {
    add(sums, i, v128.load(table + ((<usize>load<u8>(column + row(rows, i))) << 4)));
  }
}

/** Codes from `limit` on read as code 0. */
export function addCodes16(rows: usize, n: i32, sums: usize, column: usize, table: usize, limit: u32): void {
  for (let i = 0; i < n; i++) {
    const one = <u32>load<u16>(column + (row(rows, i) << 1));
    add(sums, i, v128.load(table + (entry(one, limit) << 4)));
  }
}

export function addCodes32(rows: usize, n: i32, sums: usize, column: usize, table: usize, limit: u32): void {
  for (let i = 0; i < n; i++) {
    const one = load<u32>(column + (row(rows, i) << 2));
    add(sums, i, v128.load(table + (entry(one, limit) << 4)));
  }
}

@unmanaged
export class OverlapTerm {
  column: usize;
  size: i32;
  count: i32;
  mask: usize;
  table: usize;
  stride: i32;
  missing: usize;
}

/** By the number of values shared with the mask and the number held: pair `shared · stride + held`. */
export function addOverlap(rows: usize, n: i32, sums: usize, term: OverlapTerm): void {
  const column = term.column;
  const size = term.size;
  const count = term.count;
  const mask = term.mask;
  const table = term.table;
  const stride = term.stride;
  const absent = v128.load(term.missing);
  for (let i = 0; i < n; i++) {
    const r = row(rows, i);
    let held = 0;
    let shared = 0;
    for (let w = 0; w < count; w++) {
      const one = setWord(column, size, count, r, w);
      held += <i32>popcnt<u32>(one);
      shared += <i32>popcnt<u32>(one & load<u32>(mask + ((<usize>w) << 2)));
    }
    // More values than the table has: some were first seen after the program was compiled.
    const known = held < stride ? held : stride - 1;
    add(sums, i, held == 0 ? absent : v128.load(table + ((<usize>(shared * stride + known)) << 4)));
  }
}

@unmanaged
export class BestOfSetTerm {
  column: usize;
  size: i32;
  count: i32;
  table: usize;
  limit: i32;
  missing: usize;
}

/** The greatest points of any held value; values from `limit` on give none. */
export function addBestOfSet(rows: usize, n: i32, sums: usize, term: BestOfSetTerm): void {
  const column = term.column;
  const size = term.size;
  const count = term.count;
  const table = term.table;
  const limit = term.limit;
  const absent = v128.load(term.missing);
  for (let i = 0; i < n; i++) {
    const r = row(rows, i);
    let best = absent;
    let found = false;
    for (let w = 0; w < count; w++) {
      let left = setWord(column, size, count, r, w);
      while (left != 0) {
        const value = (w << 5) + <i32>ctz<u32>(left);
        left &= left - 1;
        if (value >= limit) continue;
        const pair = v128.load(table + ((<usize>value) << 4));
        best = found ? f64x2.pmax(best, pair) : pair;
        found = true;
      }
    }
    add(sums, i, best);
  }
}

@unmanaged
export class CompletenessTerm {
  presence: usize;
  words: i32;
  sides: usize;
  sideSize: i32;
  sideLimit: u32;
  masks: usize;
  table: usize;
  stride: i32;
}

/** By side and by the number of present fields in the side's mask: pair `side · stride + held`. */
export function addCompleteness(rows: usize, n: i32, sums: usize, term: CompletenessTerm): void {
  const presence = term.presence;
  const words = term.words;
  const sides = term.sides;
  const sideSize = term.sideSize;
  const sideLimit = term.sideLimit;
  const masks = term.masks;
  const table = term.table;
  const stride = term.stride;
  for (let i = 0; i < n; i++) {
    const r = row(rows, i);
    const side = sideSize == 0 ? 0 : entry(code(sides, sideSize, r), sideLimit);
    let held = 0;
    for (let w = 0; w < words; w++) {
      const has = load<u32>(presence + ((r * <usize>words + <usize>w) << 2));
      held += <i32>popcnt<u32>(has & load<u32>(masks + ((side * <usize>words + <usize>w) << 2)));
    }
    add(sums, i, v128.load(table + ((side * <usize>stride + <usize>held) << 4)));
  }
}

/**
 * Sets points to 0 in the directions (bit 0 forward, bit 1 backward) in which `holds`, a byte a code, is 0.
 */
export function silenceCodes(
  rows: usize,
  n: i32,
  points: usize,
  column: usize,
  size: i32,
  holds: usize,
  limit: u32,
  directions: i32,
): void {
  for (let i = 0; i < n; i++) {
    const one = code(column, size, row(rows, i));
    if (load<u8>(holds + entry(one, limit)) == 0) silence(points, i, directions);
  }
}

@unmanaged
export class SetCondition {
  column: usize;
  size: i32;
  count: i32;
  mask: usize;
  wanted: i32;
  directions: i32;
}

/** Sets points to 0 where the row shares no value with the mask (`wanted`), or shares one (not `wanted`). */
export function silenceSets(rows: usize, n: i32, points: usize, condition: SetCondition): void {
  const column = condition.column;
  const size = condition.size;
  const count = condition.count;
  const mask = condition.mask;
  const wanted = condition.wanted;
  const directions = condition.directions;
  for (let i = 0; i < n; i++) {
    const r = row(rows, i);
    let shared: u32 = 0;
    for (let w = 0; w < count; w++) {
      shared |= setWord(column, size, count, r, w) & load<u32>(mask + ((<usize>w) << 2));
    }
    if ((shared != 0) != (wanted != 0)) silence(points, i, directions);
  }
}

function silence(points: usize, i: i32, directions: i32): void {
  const at = points + ((<usize>i) << 4);
  if (directions & 1) store<f64>(at, 0);
  if (directions & 2) store<f64>(at, 0, 8);
}

export function row(rows: usize, i: i32): usize {
  return <usize>load<u32>(rows + ((<usize>i) << 2));
}

export function add(sums: usize, i: i32, pair: v128): void {
  const at = sums + ((<usize>i) << 4);
  v128.store(at, f64x2.add(v128.load(at), pair));
}
