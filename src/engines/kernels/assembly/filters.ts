/**
 * Filters: each removes rows from a bitmap of `words` u32 words by a column of the segment. An empty word
 * costs one load. `wanted` 0 negates the test; rows without a value fail either way.
 */
import { entry } from './preferences';

/**
 * Codes u8 below 16 that differ from the rest have a table of 16 bytes, 0xff or 0. `others`: -1 the rest
 * pass, 0 not.
 */
export function filterFewCodes8(bitmap: usize, words: i32, column: usize, table: usize, others: u32): void {
  const differs = v128.load(table);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const codes = column + ((<usize>word) << 5);
    const low = i8x16.bitmask(i8x16.swizzle(differs, v128.load(codes)));
    const high = i8x16.bitmask(i8x16.swizzle(differs, v128.load(codes, 16)));
    store<u32>(at, bits & (others ^ (<u32>low | ((<u32>high) << 16))));
  }
}

/**
 * Codes u8 that pass are bits of a table of 32 bytes: bit code >>> 4 & 7 of byte
 * (code & 15) + 16 · (code >>> 7).
 */
export function filterCodes8(bitmap: usize, words: i32, column: usize, table: usize): void {
  const lower = v128.load(table);
  const upper = v128.load(table, 16);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const codes = column + ((<usize>word) << 5);
    const low = inTable(v128.load(codes), lower, upper);
    const high = inTable(v128.load(codes, 16), lower, upper);
    store<u32>(at, bits & (<u32>low | ((<u32>high) << 16)));
  }
}

function inTable(codes: v128, lower: v128, upper: v128): i32 {
  const byte = v128.and(codes, i8x16.splat(15));
  const isUpper = i8x16.gt_s(i8x16.splat(0), codes);
  const held = v128.bitselect(i8x16.swizzle(upper, byte), i8x16.swizzle(lower, byte), isUpper);
  const bit = i8x16.swizzle(
    i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128),
    i8x16.shr_u(codes, 4),
  );
  return i8x16.bitmask(i8x16.eq(v128.and(held, bit), bit));
}

/** A byte a code, 1 or 0; codes from `limit` on read as code 0. */
export function filterCodes16(bitmap: usize, words: i32, column: usize, table: usize, limit: u32): void {
  filterCodes<u16>(bitmap, words, column, table, limit);
}

/**
 * As `filterCodes16`, where few codes pass. It tests the lower byte of the code first, 64 rows at a time,
 * then the code of the rows that are left. `lower`: the lower bytes of codes that pass, a table as that of
 * `filterCodes8`. Code 0 does not pass.
 */
export function filterRareCodes16(
  bitmap: usize,
  words: i32,
  column: usize,
  lower: usize,
  table: usize,
  limit: u32,
): void {
  const first = v128.load(lower);
  const second = v128.load(lower, 16);
  for (let word = 0; word < words; word += 2) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u64>(at);
    if (left == 0) continue;
    const codes = column + ((<usize>word) << 6);
    left &=
      <u64>lowerBytesIn(codes, first, second) |
      ((<u64>lowerBytesIn(codes + 32, first, second)) << 16) |
      ((<u64>lowerBytesIn(codes + 64, first, second)) << 32) |
      ((<u64>lowerBytesIn(codes + 96, first, second)) << 48);
    let passing: u64 = 0;
    for (; left != 0; left &= left - 1) {
      const bit = ctz<u64>(left);
      passing |= (<u64>passes<u16>(codes, <usize>bit, table, limit)) << bit;
    }
    store<u64>(at, passing);
  }
}

/** A bit for each of 16 codes: whether its lower byte is in the table. */
function lowerBytesIn(codes: usize, first: v128, second: v128): u32 {
  const mask = i16x8.splat(255);
  const bytes = i8x16.narrow_i16x8_u(v128.and(v128.load(codes), mask), v128.and(v128.load(codes, 16), mask));
  return <u32>inTable(bytes, first, second);
}

export function filterCodes32(bitmap: usize, words: i32, column: usize, table: usize, limit: u32): void {
  filterCodes<u32>(bitmap, words, column, table, limit);
}

/** Up to this many of 64 rows are looked up one by one; with more, all 64 are looked up without a branch. */
const MAX_SCATTERED = 24;

/**
 * By 64 rows: a loop over set bits ends in one unpredictable branch, and 64 rows halve the number of these
 * loops.
 */
function filterCodes<Code>(bitmap: usize, words: i32, column: usize, table: usize, limit: u32): void {
  for (let word = 0; word < words; word += 2) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u64>(at);
    if (left == 0) continue;
    const codes = column + ((<usize>word) << 5) * sizeof<Code>();
    let passing: u64 = 0;
    if (<i32>popcnt<u64>(left) > MAX_SCATTERED) {
      for (let n: usize = 0; n < 64; n += 16) {
        passing |= (<u64>passingOf<Code>(codes + n * sizeof<Code>(), table, limit)) << (<u64>n);
      }
      store<u64>(at, left & passing);
      continue;
    }
    while (left != 0) {
      const bit = ctz<u64>(left);
      passing |= (<u64>passes<Code>(codes, <usize>bit, table, limit)) << bit;
      left &= left - 1;
    }
    store<u64>(at, passing);
  }
}

/** A bit for each of 16 rows: whether it passes. Unrolled: with loops and calls it takes a quarter longer. */
function passingOf<Code>(codes: usize, table: usize, limit: u32): u32 {
  return (
    passes<Code>(codes, 0, table, limit) |
    (passes<Code>(codes, 1, table, limit) << 1) |
    (passes<Code>(codes, 2, table, limit) << 2) |
    (passes<Code>(codes, 3, table, limit) << 3) |
    (passes<Code>(codes, 4, table, limit) << 4) |
    (passes<Code>(codes, 5, table, limit) << 5) |
    (passes<Code>(codes, 6, table, limit) << 6) |
    (passes<Code>(codes, 7, table, limit) << 7) |
    (passes<Code>(codes, 8, table, limit) << 8) |
    (passes<Code>(codes, 9, table, limit) << 9) |
    (passes<Code>(codes, 10, table, limit) << 10) |
    (passes<Code>(codes, 11, table, limit) << 11) |
    (passes<Code>(codes, 12, table, limit) << 12) |
    (passes<Code>(codes, 13, table, limit) << 13) |
    (passes<Code>(codes, 14, table, limit) << 14) |
    (passes<Code>(codes, 15, table, limit) << 15)
  );
}

function passes<Code>(codes: usize, row: usize, table: usize, limit: u32): u32 {
  return load<u8>(table + entry(<u32>load<Code>(codes + row * sizeof<Code>()), limit));
}

/** Both bounds above the least i16, which is absence. */
export function filterRange16(
  bitmap: usize,
  words: i32,
  column: usize,
  least: i32,
  most: i32,
  wanted: i32,
): void {
  const low = i16x8.splat(<i16>least);
  const high = i16x8.splat(<i16>most);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const values = column + ((<usize>word) << 6);
    const first = inRange16(v128.load(values), v128.load(values, 16), low, high, wanted);
    const second = inRange16(v128.load(values, 32), v128.load(values, 48), low, high, wanted);
    store<u32>(at, bits & (<u32>first | ((<u32>second) << 16)));
  }
}

function inRange16(a: v128, b: v128, low: v128, high: v128, wanted: i32): i32 {
  let insideA = v128.and(i16x8.ge_s(a, low), i16x8.le_s(a, high));
  let insideB = v128.and(i16x8.ge_s(b, low), i16x8.le_s(b, high));
  if (wanted == 0) {
    const absent = i16x8.splat(i16.MIN_VALUE);
    insideA = v128.andnot(i16x8.ne(a, absent), insideA);
    insideB = v128.andnot(i16x8.ne(b, absent), insideB);
  }
  return i8x16.bitmask(i8x16.narrow_i16x8_s(insideA, insideB));
}

/** Both bounds above the least i32, which is absence. */
export function filterRange32(
  bitmap: usize,
  words: i32,
  column: usize,
  least: i32,
  most: i32,
  wanted: i32,
): void {
  const low = i32x4.splat(least);
  const high = i32x4.splat(most);
  const absent = i32x4.splat(i32.MIN_VALUE);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const values = column + ((<usize>word) << 7);
    let passing: u32 = 0;
    for (let n = 0; n < 8; n++) {
      const four = v128.load(values + ((<usize>n) << 4));
      let inside = v128.and(i32x4.ge_s(four, low), i32x4.le_s(four, high));
      if (wanted == 0) inside = v128.andnot(i32x4.ne(four, absent), inside);
      passing |= (<u32>i32x4.bitmask(inside)) << (n << 2);
    }
    store<u32>(at, bits & passing);
  }
}

/** NaN is absence. */
export function filterRangeF64(
  bitmap: usize,
  words: i32,
  column: usize,
  least: f64,
  most: f64,
  wanted: i32,
): void {
  const low = f64x2.splat(least);
  const high = f64x2.splat(most);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const values = column + ((<usize>word) << 8);
    let passing: u32 = 0;
    for (let n = 0; n < 16; n++) {
      const two = v128.load(values + ((<usize>n) << 4));
      let inside = v128.and(f64x2.ge(two, low), f64x2.le(two, high));
      if (wanted == 0) inside = v128.andnot(f64x2.eq(two, two), inside);
      passing |= (<u32>i64x2.bitmask(inside)) << (n << 1);
    }
    store<u32>(at, bits & passing);
  }
}

/** Sets in words of `size` bytes (1, 2, 4), `count` of them a row; the mask is u32 words. */
export function filterSets(
  bitmap: usize,
  words: i32,
  column: usize,
  size: i32,
  count: i32,
  mask: usize,
  wanted: i32,
): void {
  if (size == 1) filterSet<u8>(bitmap, words, column, mask, wanted);
  else if (size == 2) filterSet<u16>(bitmap, words, column, mask, wanted);
  else if (count == 1) filterSet<u32>(bitmap, words, column, mask, wanted);
  else filterWideSets(bitmap, words, column, count, mask, wanted);
}

function filterSet<Held>(bitmap: usize, words: i32, column: usize, mask: usize, wanted: i32): void {
  const named = v128.splat<Held>(load<Held>(mask));
  const none = i8x16.splat(0);
  const perVector = 16 / sizeof<Held>();
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    let sets = column + ((<usize>word) << 5) * sizeof<Held>();
    let passing: u32 = 0;
    for (let row: u32 = 0; row < 32; row += <u32>perVector) {
      const held = v128.load(sets);
      const sharing = v128.ne<Held>(v128.and(held, named), none);
      const passes = wanted == 0 ? v128.andnot(v128.ne<Held>(held, none), sharing) : sharing;
      passing |= (<u32>v128.bitmask<Held>(passes)) << row;
      sets += 16;
    }
    store<u32>(at, bits & passing);
  }
}

function filterWideSets(
  bitmap: usize,
  words: i32,
  column: usize,
  count: i32,
  mask: usize,
  wanted: i32,
): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    if (left == 0) continue;
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const row = ((<usize>word) << 5) + <usize>bit;
      let held: u32 = 0;
      let shared: u32 = 0;
      for (let w = 0; w < count; w++) {
        const one = setWord(column, 4, count, row, w);
        held |= one;
        shared |= one & load<u32>(mask + ((<usize>w) << 2));
      }
      const passes = held != 0 && (shared != 0) == (wanted != 0);
      if (passes) kept |= (<u32>1) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}

export function setWord(column: usize, size: i32, count: i32, row: usize, w: i32): u32 {
  if (size == 1) return <u32>load<u8>(column + row);
  if (size == 2) return <u32>load<u16>(column + (row << 1));
  return load<u32>(column + ((row * <usize>count + <usize>w) << 2));
}

/**
 * `presence`: the segment's bits by row and field, `stride` u32 words a row; `word` and `mask` name the
 * field.
 */
export function filterPresent(
  bitmap: usize,
  words: i32,
  presence: usize,
  stride: i32,
  word: i32,
  mask: u32,
  wanted: i32,
): void {
  const named = i32x4.splat(mask);
  const size = (<usize>stride) << 2;
  const lacking: u32 = wanted == 0 ? 0xffffffff : 0;
  for (let at32 = 0; at32 < words; at32++) {
    const at = bitmap + ((<usize>at32) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const first = presence + ((<usize>at32) << 5) * size + ((<usize>word) << 2);
    const having = stride == 1 ? havingAll(first, named) : havingSome(bits, first, size, mask);
    store<u32>(at, bits & (having ^ lacking));
  }
}

/** A bit for each of 32 rows, whose words are adjacent: whether it has all the bits. */
function havingAll(words: usize, named: v128): u32 {
  const none = i8x16.splat(0);
  let having: u32 = 0;
  for (let n = 0; n < 8; n++) {
    const has = i32x4.ne(v128.and(v128.load(words + ((<usize>n) << 4)), named), none);
    having |= (<u32>i32x4.bitmask(has)) << (n << 2);
  }
  return having;
}

function havingSome(bits: u32, first: usize, size: usize, mask: u32): u32 {
  let having: u32 = 0;
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = ctz<u32>(left);
    having |= (<u32>((load<u32>(first + <usize>bit * size) & mask) != 0)) << bit;
  }
  return having;
}
