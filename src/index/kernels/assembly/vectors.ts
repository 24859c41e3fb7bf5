/**
 * Vectors int8 [rows × D] and sign codes. A cosine is dot / (norm of the codes · norm of the query), in f64, kept within
 * [-1, 1] and rounded to f32: the reference index's, bit for bit, since the four partial sums of its loop are the lanes here.
 */
import { row } from './points';

/**
 * Rows whose codes are fetched before the first of them is read, where rows of a list lie apart: each code is a miss then, and
 * a loop that works on one row after the other has a few misses under way; one that only touches them has all that the
 * processor can keep (sign codes of 1.6 M rows in 10 M: 24 ns a row in place of 39). Rows side by side come by themselves.
 */
const AHEAD = 64;
const LINE = 64;

/**
 * Loads a word of each cache line of the rows' codes, `bytes` each, and of their squares, from list position `from` to below
 * `to`. What it returns means nothing; it is returned so that no compiler leaves the loads out.
 */
function fetch(rows: usize, from: i32, to: i32, codes: usize, bytes: usize, squares: usize): u32 {
  let seen: u32 = 0;
  const lieApart = row(rows, to - 1) - row(rows, from) > <usize>(2 * (to - from));
  for (let i = lieApart ? from : to; i < to; i++) {
    const r = row(rows, i);
    const code = codes + r * bytes;
    for (let at: usize = 0; at < bytes; at += LINE) seen |= load<u32>(code + at);
    seen |= load<u32>(squares + (r << 2));
  }
  return seen;
}

/** `inverseNorm`: of the query. NaN where `squares` is 0. */
export function exactCosines(
  rows: usize,
  n: i32,
  cosines: usize,
  codes: usize,
  D: i32,
  squares: usize,
  query: usize,
  inverseNorm: f64,
): u32 {
  let seen: u32 = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    seen |= fetch(rows, from, to, codes, <usize>D, squares);
    for (let i = from; i < to; i++) {
      const r = row(rows, i);
      const square = load<u32>(squares + (r << 2));
      let cosine = <f64>NaN;
      if (square != 0) {
        const own = 1 / sqrt<f64>(<f64>square);
        cosine = exactDot(codes + r * <usize>D, D, query) * own * inverseNorm;
        cosine = max<f64>(-1, min<f64>(1, cosine));
      }
      store<f32>(cosines + ((<usize>i) << 2), <f32>cosine);
    }
  }
  return seen;
}

/** `query` f32 [D]. */
function exactDot(codes: usize, D: i32, query: usize): f64 {
  let ab = f64x2.splat(0);
  let cd = f64x2.splat(0);
  let d = 0;
  for (; d + 8 <= D; d += 8) {
    const eight = v128.load_ext<i8>(codes + <usize>d);
    const low = i32x4.extend_low_i16x8_s(eight);
    const high = i32x4.extend_high_i16x8_s(eight);
    const at = query + ((<usize>d) << 2);
    const first = v128.load(at);
    const second = v128.load(at, 16);
    ab = f64x2.add(ab, product(low, first));
    cd = f64x2.add(cd, product(upper(low), upper(first)));
    ab = f64x2.add(ab, product(high, second));
    cd = f64x2.add(cd, product(upper(high), upper(second)));
  }
  let a = f64x2.extract_lane(ab, 0);
  let b = f64x2.extract_lane(ab, 1);
  let c = f64x2.extract_lane(cd, 0);
  let e = f64x2.extract_lane(cd, 1);
  const whole = D - (D & 3);
  for (; d < whole; d += 4) {
    a += term(codes, query, d);
    b += term(codes, query, d + 1);
    c += term(codes, query, d + 2);
    e += term(codes, query, d + 3);
  }
  for (; d < D; d++) a += term(codes, query, d);
  return a + b + (c + e);
}

function product(codes: v128, query: v128): v128 {
  return f64x2.mul(f64x2.convert_low_i32x4_s(codes), f64x2.promote_low_f32x4(query));
}

function upper(four: v128): v128 {
  return i64x2.shuffle(four, four, 1, 0);
}

function term(codes: usize, query: usize, d: i32): f64 {
  return <f64>load<i8>(codes + <usize>d) * <f64>load<f32>(query + ((<usize>d) << 2));
}

/**
 * Cosines with a query of i16 [D, then zeros to a multiple of 16], D a multiple of 16: whole numbers, so that all that is
 * lost is what rounding the query lost. `factor`: the query's scale / its norm. NaN where `squares` is 0.
 */
export function quickCosines(
  rows: usize,
  n: i32,
  cosines: usize,
  codes: usize,
  D: i32,
  squares: usize,
  query: usize,
  factor: f64,
): u32 {
  let seen: u32 = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    seen |= fetch(rows, from, to, codes, <usize>D, squares);
    for (let i = from; i < to; i++) {
      const r = row(rows, i);
      const square = load<u32>(squares + (r << 2));
      const dot = wholeDot(codes + r * <usize>D, D, query);
      const cosine = square == 0 ? NaN : (<f64>dot * factor) / sqrt<f64>(<f64>square);
      store<f32>(cosines + ((<usize>i) << 2), <f32>cosine);
    }
  }
  return seen;
}

function wholeDot(codes: usize, D: i32, query: usize): i64 {
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  for (let d = 0; d < D; d += 16) {
    const sixteen = v128.load(codes + <usize>d);
    const at = query + ((<usize>d) << 1);
    even = i32x4.add(even, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(sixteen), v128.load(at)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(sixteen), v128.load(at, 16)));
  }
  const four = i32x4.add(even, odd);
  return (
    <i64>i32x4.extract_lane(four, 0) +
    <i64>i32x4.extract_lane(four, 1) +
    <i64>i32x4.extract_lane(four, 2) +
    <i64>i32x4.extract_lane(four, 3)
  );
}

/** Hamming distances, u16 by list position, and how many there are of each. 0xffff where `squares` is 0: no vector. */
export function hammingDistances(
  rows: usize,
  n: i32,
  distances: usize,
  counts: usize,
  signs: usize,
  signWords: i32,
  query: usize,
  squares: usize,
): u32 {
  let seen: u32 = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    seen |= fetch(rows, from, to, signs, (<usize>signWords) << 2, squares);
    if (signWords == 8) listDistances256(rows, from, to, distances, signs, query, squares);
    else listDistances(rows, from, to, distances, signs, signWords, query, squares);
    for (let i = from; i < to; i++) {
      const distance = load<u16>(distances + ((<usize>i) << 1));
      if (distance == 0xffff) continue;
      const at = counts + ((<usize>distance) << 2);
      store<i32>(at, load<i32>(at) + 1);
    }
  }
  return seen;
}

/** A pair of points by Hamming distance. `distances`: room for 64 of them, u16. */
export function addByHamming(
  rows: usize,
  n: i32,
  sums: usize,
  signs: usize,
  signWords: i32,
  query: usize,
  squares: usize,
  table: usize,
  missing: usize,
  distances: usize,
): u32 {
  let seen: u32 = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    const listed = rows + ((<usize>from) << 2);
    seen |= fetch(rows, from, to, signs, (<usize>signWords) << 2, squares);
    if (signWords == 8) listDistances256(listed, 0, to - from, distances, signs, query, squares);
    else listDistances(listed, 0, to - from, distances, signs, signWords, query, squares);
    for (let i = from; i < to; i++) {
      const distance = load<u16>(distances + ((<usize>(i - from)) << 1));
      const points = distance == 0xffff ? missing : table + ((<usize>distance) << 4);
      const at = sums + ((<usize>i) << 4);
      v128.store(at, f64x2.add(v128.load(at), v128.load(points)));
    }
  }
  return seen;
}

/** Codes of 256 bits, with the query in registers. */
function listDistances256(
  rows: usize,
  from: i32,
  to: i32,
  distances: usize,
  signs: usize,
  query: usize,
  squares: usize,
): void {
  const a = load<i64>(query);
  const b = load<i64>(query, 8);
  const c = load<i64>(query, 16);
  const d = load<i64>(query, 24);
  for (let i = from; i < to; i++) {
    const r = row(rows, i);
    const code = signs + (r << 5);
    const first = popcnt<i64>(load<i64>(code) ^ a) + popcnt<i64>(load<i64>(code, 8) ^ b);
    const second = popcnt<i64>(load<i64>(code, 16) ^ c) + popcnt<i64>(load<i64>(code, 24) ^ d);
    const distance = load<u32>(squares + (r << 2)) == 0 ? 0xffff : <i32>(first + second);
    store<u16>(distances + ((<usize>i) << 1), <u16>distance);
  }
}

function listDistances(
  rows: usize,
  from: i32,
  to: i32,
  distances: usize,
  signs: usize,
  signWords: i32,
  query: usize,
  squares: usize,
): void {
  for (let i = from; i < to; i++) {
    const r = row(rows, i);
    let distance = 0xffff;
    if (load<u32>(squares + (r << 2)) != 0) {
      distance = hamming(signs + ((r * <usize>signWords) << 2), signWords, query);
    }
    store<u16>(distances + ((<usize>i) << 1), <u16>distance);
  }
}

/** By 64 bits: the host's SIMD has no count of bits, and takes a dozen steps where these take one. */
function hamming(code: usize, words: i32, query: usize): i32 {
  let sum: i64 = 0;
  const size = (<usize>words) << 2;
  for (let at: usize = 0; at < size; at += 16) sum += far(code + at, query + at);
  return <i32>sum;
}

function far(code: usize, query: usize): i64 {
  return (
    popcnt<i64>(load<i64>(code) ^ load<i64>(query)) + popcnt<i64>(load<i64>(code, 8) ^ load<i64>(query, 8))
  );
}

/** Rows of the list whose distance is at most `most`. */
export function listWithin(rows: usize, n: i32, distances: usize, most: i32, near: usize): i32 {
  let count = 0;
  for (let i = 0; i < n; i++) {
    store<u32>(near + ((<usize>count) << 2), <u32>row(rows, i));
    if (<i32>load<u16>(distances + ((<usize>i) << 1)) <= most) count++;
  }
  return count;
}

/**
 * Raises each of `likest`, f64 [n], to the dot product of its vector with that of `chosen`. The vectors are the columns of a
 * matrix f32 [D × n], n a multiple of 4: four of them are summed side by side, each in the order of its dimensions.
 */
export function raiseLikeness(matrix: usize, n: i32, D: i32, chosen: i32, likest: usize): void {
  const stride = (<usize>n) << 2;
  for (let i: usize = 0; i < <usize>n; i += 4) {
    let first = f64x2.splat(0);
    let second = f64x2.splat(0);
    let at = matrix;
    for (let d = 0; d < D; d++) {
      const mine = f64x2.splat(<f64>load<f32>(at + ((<usize>chosen) << 2)));
      const four = v128.load(at + (i << 2));
      first = f64x2.add(first, f64x2.mul(mine, f64x2.promote_low_f32x4(four)));
      second = f64x2.add(second, f64x2.mul(mine, f64x2.promote_low_f32x4(upper(four))));
      at += stride;
    }
    const to = likest + (i << 3);
    v128.store(to, f64x2.max(v128.load(to), first));
    v128.store(to, f64x2.max(v128.load(to, 16), second), 16);
  }
}
