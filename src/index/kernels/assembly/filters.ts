/**
 * Filters: each takes bits out of a bitmap of `words` u32 words, by a plane of the segment. Words that are empty already
 * cost one load. `wanted` 0 turns a test round; rows without a value pass neither way.
 */
import { entry } from './demands';

/** Codes u8 that pass stand in a table of 16 bytes, 0xff or 0; codes from 16 on never pass. */
export function filterFewCodes8(bitmap: usize, words: i32, plane: usize, table: usize): void {
  const passes = v128.load(table);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const codes = plane + ((<usize>word) << 5);
    const low = i8x16.bitmask(i8x16.swizzle(passes, v128.load(codes)));
    const high = i8x16.bitmask(i8x16.swizzle(passes, v128.load(codes, 16)));
    store<u32>(at, bits & (<u32>low | ((<u32>high) << 16)));
  }
}

/** Codes u8 that pass are the bits of a table of 32 bytes: bit code & 7 of byte code >>> 3. */
export function filterCodes8(bitmap: usize, words: i32, plane: usize, table: usize): void {
  const first = v128.load(table);
  const second = v128.load(table, 16);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const codes = plane + ((<usize>word) << 5);
    const low = inTable(v128.load(codes), first, second);
    const high = inTable(v128.load(codes, 16), first, second);
    store<u32>(at, bits & (<u32>low | ((<u32>high) << 16)));
  }
}

function inTable(codes: v128, first: v128, second: v128): i32 {
  const byte = i8x16.shr_u(codes, 3);
  const held = v128.or(i8x16.swizzle(first, byte), i8x16.swizzle(second, i8x16.sub(byte, i8x16.splat(16))));
  const bit = i8x16.swizzle(
    i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0),
    v128.and(codes, i8x16.splat(7)),
  );
  return i8x16.bitmask(i8x16.ne(v128.and(held, bit), i8x16.splat(0)));
}

/** A byte a code, 1 or 0; codes from `limit` on read as code 0. */
export function filterCodes16(bitmap: usize, words: i32, plane: usize, table: usize, limit: u32): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    if (left == 0) continue;
    const codes = plane + ((<usize>word) << 6);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const code = <u32>load<u16>(codes + ((<usize>bit) << 1));
      kept |= (<u32>load<u8>(table + entry(code, limit))) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}

export function filterCodes32(bitmap: usize, words: i32, plane: usize, table: usize, limit: u32): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    if (left == 0) continue;
    const codes = plane + ((<usize>word) << 7);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const code = load<u32>(codes + ((<usize>bit) << 2));
      kept |= (<u32>load<u8>(table + entry(code, limit))) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}

/** Both bounds above the least i16, which is absence. */
export function filterRange16(
  bitmap: usize,
  words: i32,
  plane: usize,
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
    const values = plane + ((<usize>word) << 6);
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
  plane: usize,
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
    const values = plane + ((<usize>word) << 7);
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
  plane: usize,
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
    const values = plane + ((<usize>word) << 8);
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

/** Sets of up to 8 values. */
export function filterSet8(bitmap: usize, words: i32, plane: usize, mask: i32, wanted: i32): void {
  const named = i8x16.splat(<i8>mask);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const sets = plane + ((<usize>word) << 5);
    const low = sharing8(v128.load(sets), named, wanted);
    const high = sharing8(v128.load(sets, 16), named, wanted);
    store<u32>(at, bits & (<u32>low | ((<u32>high) << 16)));
  }
}

function sharing8(sets: v128, named: v128, wanted: i32): i32 {
  const none = i8x16.splat(0);
  const sharing = i8x16.ne(v128.and(sets, named), none);
  return i8x16.bitmask(wanted == 0 ? v128.andnot(i8x16.ne(sets, none), sharing) : sharing);
}

/** Sets in words of `size` bytes (1, 2, 4), `count` of them a row; the mask is u32 words. */
export function filterSets(
  bitmap: usize,
  words: i32,
  plane: usize,
  size: i32,
  count: i32,
  mask: usize,
  wanted: i32,
): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const row = ((<usize>word) << 5) + <usize>bit;
      let held: u32 = 0;
      let shared: u32 = 0;
      for (let w = 0; w < count; w++) {
        const one = setWord(plane, size, count, row, w);
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

export function setWord(plane: usize, size: i32, count: i32, row: usize, w: i32): u32 {
  if (size == 1) return <u32>load<u8>(plane + row);
  if (size == 2) return <u32>load<u16>(plane + (row << 1));
  return load<u32>(plane + ((row * <usize>count + <usize>w) << 2));
}

/** `presence`: the segment's bits by row and field, `stride` u32 words a row; `word` and `mask` name the field. */
export function filterPresent(
  bitmap: usize,
  words: i32,
  presence: usize,
  stride: i32,
  word: i32,
  mask: u32,
  wanted: i32,
): void {
  const size = (<usize>stride) << 2;
  for (let at32 = 0; at32 < words; at32++) {
    const at = bitmap + ((<usize>at32) << 2);
    let left = load<u32>(at);
    let kept: u32 = 0;
    const first = presence + ((<usize>at32) << 5) * size + ((<usize>word) << 2);
    while (left != 0) {
      const bit = ctz<u32>(left);
      const has = (load<u32>(first + <usize>bit * size) & mask) != 0;
      if (has == (wanted != 0)) kept |= (<u32>1) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}
