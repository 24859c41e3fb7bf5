/**
 * Vectors int8 [rows × D], halves [rows × ⌈D / 8⌉] and sign codes. A vector in half steps is 2 · codes +
 * halves, and `squares` is the sum of its squares. A cosine is dot / (norm of the half steps · norm of the
 * query) in f64, clamped to [-1, 1] and rounded to f32. It equals the reference index's bit for bit: the four
 * partial sums of that loop are the lanes here.
 */
import { row } from './points';

/**
 * Rows whose codes are prefetched before the first of them is read. Rows of a list lie apart, so each code is
 * a cache miss. A loop over rows keeps few misses in flight; a loop that only loads keeps as many as the
 * processor can. Adjacent rows are prefetched by the hardware.
 */
const AHEAD = 64;
const LINE = 64;

/**
 * Loads a word of each cache line of the rows' codes, `bytes` each, and of their squares, for list positions
 * `from` (included) to `to` (excluded). The result has no meaning; it keeps the compiler from removing the
 * loads.
 */
function fetch(rows: usize, from: i32, to: i32, codes: usize, bytes: usize, squares: usize): u32 {
  let seen: u32 = 0;
  const lieApart = row(rows, to - 1) - row(rows, from) > <usize>(to - from + ((to - from) >> 3));
  for (let i = lieApart ? from : to; i < to; i++) {
    const r = row(rows, i);
    const code = codes + r * bytes;
    for (let at: usize = 0; at < bytes; at += LINE) seen |= load<u32>(code + at);
    seen |= load<u32>(squares + (r << 2));
  }
  return seen;
}

@unmanaged
export class CosineSearch {
  inverseNorm: f64;
  codes: usize;
  halves: usize;
  D: i32;
  squares: usize;
  query: usize;
}

/** `inverseNorm`: of the query. The cosine is NaN where `squares` is 0. */
export function exactCosines(rows: usize, n: i32, cosines: usize, search: CosineSearch): u32 {
  const codes = search.codes;
  const halves = search.halves;
  const D = search.D;
  const squares = search.squares;
  const query = search.query;
  const inverseNorm = search.inverseNorm;
  const halfBytes = (<usize>D + 7) >> 3;
  let seen: u32 = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    seen |= fetch(rows, from, to, codes, <usize>D, squares);
    seen |= fetch(rows, from, to, halves, halfBytes, squares);
    for (let i = from; i < to; i++) {
      const r = row(rows, i);
      const square = load<u32>(squares + (r << 2));
      let cosine = <f64>NaN;
      if (square != 0) {
        const own = 1 / sqrt<f64>(<f64>square);
        cosine = exactDot(codes + r * <usize>D, halves + r * halfBytes, D, query) * own * inverseNorm;
        cosine = max<f64>(-1, min<f64>(1, cosine));
      }
      store<f32>(cosines + ((<usize>i) << 2), <f32>cosine);
    }
  }
  return seen;
}

/** A half of each lane of i16. */
const EIGHT_HALVES = i16x8(1, 2, 4, 8, 16, 32, 64, 128);

/**
 * Dot product with a vector in half steps. `query` f64 [D]: the loop is bound by conversions and shuffles.
 */
function exactDot(codes: usize, halves: usize, D: i32, query: usize): f64 {
  let ab = f64x2.splat(0);
  let cd = f64x2.splat(0);
  let d = 0;
  for (; d + 8 <= D; d += 8) {
    const bits = i16x8.splat(load<u8>(halves + (<usize>d >> 3)));
    // A comparison that holds is -1.
    const set = i16x8.eq(v128.and(bits, EIGHT_HALVES), EIGHT_HALVES);
    const eight = i16x8.sub(i16x8.shl(v128.load_ext<i8>(codes + <usize>d), 1), set);
    const low = i32x4.extend_low_i16x8_s(eight);
    const high = i32x4.extend_high_i16x8_s(eight);
    const at = query + ((<usize>d) << 3);
    ab = f64x2.add(ab, product(low, v128.load(at)));
    cd = f64x2.add(cd, product(upper(low), v128.load(at, 16)));
    ab = f64x2.add(ab, product(high, v128.load(at, 32)));
    cd = f64x2.add(cd, product(upper(high), v128.load(at, 48)));
  }
  let a = f64x2.extract_lane(ab, 0);
  let b = f64x2.extract_lane(ab, 1);
  let c = f64x2.extract_lane(cd, 0);
  let e = f64x2.extract_lane(cd, 1);
  const whole = D - (D & 3);
  for (; d < whole; d += 4) {
    a += term(codes, halves, query, d);
    b += term(codes, halves, query, d + 1);
    c += term(codes, halves, query, d + 2);
    e += term(codes, halves, query, d + 3);
  }
  for (; d < D; d++) a += term(codes, halves, query, d);
  return a + b + (c + e);
}

function product(steps: v128, query: v128): v128 {
  return f64x2.mul(f64x2.convert_low_i32x4_s(steps), query);
}

function upper(four: v128): v128 {
  return i64x2.shuffle(four, four, 1, 0);
}

function term(codes: usize, halves: usize, query: usize, d: i32): f64 {
  const half = (<i32>load<u8>(halves + (<usize>d >> 3)) >> (d & 7)) & 1;
  const steps = 2 * <i32>load<i8>(codes + <usize>d) + half;
  return <f64>steps * load<f64>(query + ((<usize>d) << 3));
}

@unmanaged
export class NearSearch {
  factor: f32;
  most: f32;
  least: f32;
  codes: usize;
  D: i32;
  squares: usize;
  query: usize;
  near: usize;
}

/**
 * Rows of the list whose cosine with a query may reach `least`, by their codes alone. The query is i16 [D,
 * then zeros to a multiple of 16]. Whole numbers below 2^31 are summed, so rounding the query and leaving the
 * halves out are the only losses. `factor`: a half step of the query / its norm. `most`: the most that halves
 * can add to a dot product, in the same unit. Rows without a vector may be in the result. Four rows are read
 * at once, because a single row waits for its own sums, root and division.
 */
export function listNear(rows: usize, n: i32, search: NearSearch): i32 {
  const codes = search.codes;
  const D = search.D;
  const squares = search.squares;
  const query = search.query;
  const factor = search.factor;
  const most = search.most;
  const least = search.least;
  const near = search.near;
  let count = 0;
  for (let from = 0; from < n; from += AHEAD) {
    const to = min<i32>(n, from + AHEAD);
    // A slot that the next result overwrites; storing keeps the loads alive.
    store<u32>(near + ((<usize>count) << 2), fetch(rows, from, to, codes, <usize>D, squares));
    for (let i = from; i < to; i += 4) {
      // Beyond the end the last row is read again and does not count.
      const last = to - 1;
      const a = row(rows, i);
      const b = row(rows, min<i32>(i + 1, last));
      const c = row(rows, min<i32>(i + 2, last));
      const d = row(rows, min<i32>(i + 3, last));
      const dots = f32x4.convert_i32x4_s(
        fourDots(
          codes + a * <usize>D,
          codes + b * <usize>D,
          codes + c * <usize>D,
          codes + d * <usize>D,
          D,
          query,
        ),
      );
      let whole = v128.load32_zero(squares + (a << 2));
      whole = v128.load_lane<u32>(squares + (b << 2), whole, 1);
      whole = v128.load_lane<u32>(squares + (c << 2), whole, 2);
      whole = v128.load_lane<u32>(squares + (d << 2), whole, 3);
      const norms = f32x4.sqrt(f32x4.convert_i32x4_u(whole));
      const uppers = f32x4.add(f32x4.mul(dots, f32x4.splat(factor)), f32x4.splat(most));
      const reaching = f32x4.ge(uppers, f32x4.mul(norms, f32x4.splat(least)));
      let mask = i32x4.bitmask(reaching) & ((1 << min<i32>(4, to - i)) - 1);
      while (mask != 0) {
        store<u32>(near + ((<usize>count) << 2), <u32>row(rows, i + ctz<i32>(mask)));
        count++;
        mask &= mask - 1;
      }
    }
  }
  return count;
}

/** int8 [D] of four rows by i16 [D]. */
export function fourDots(a: usize, b: usize, c: usize, d: usize, D: i32, query: usize): v128 {
  let ofA = i32x4.splat(0);
  let ofB = i32x4.splat(0);
  let ofC = i32x4.splat(0);
  let ofD = i32x4.splat(0);
  for (let at: usize = 0; at < <usize>D; at += 8) {
    const eight = v128.load(query + (at << 1));
    ofA = i32x4.add(ofA, i32x4.dot_i16x8_s(v128.load_ext<i8>(a + at), eight));
    ofB = i32x4.add(ofB, i32x4.dot_i16x8_s(v128.load_ext<i8>(b + at), eight));
    ofC = i32x4.add(ofC, i32x4.dot_i16x8_s(v128.load_ext<i8>(c + at), eight));
    ofD = i32x4.add(ofD, i32x4.dot_i16x8_s(v128.load_ext<i8>(d + at), eight));
  }
  const ab = i32x4.add(i32x4.shuffle(ofA, ofB, 0, 4, 1, 5), i32x4.shuffle(ofA, ofB, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(ofC, ofD, 0, 4, 1, 5), i32x4.shuffle(ofC, ofD, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
}

/** An entry of the sign search: the distance in the upper bits, the row within the block in the lower. */
const ROW_BITS = 20;
const ROW_MASK: u32 = (1 << ROW_BITS) - 1;

@unmanaged
export class SignSearch {
  signs: usize;
  signWords: i32;
  query: usize;
  squares: usize;
  most: i32;
  entries: usize;
  counts: usize;
}

/**
 * Rows of the bitmap that have a vector and a Hamming distance of at most `most`, as entries distance << 20 |
 * row. Adds the number of rows at each distance to `counts`. A word with all bits set is read row after row
 * without testing bits; no branch depends on a row.
 */
export function listSignsWithin(bitmap: usize, words: i32, search: SignSearch): i32 {
  const signs = search.signs;
  const signWords = search.signWords;
  const query = search.query;
  const entries = search.entries;
  let n: usize = 0;
  const bytes = (<usize>signWords) << 2;
  const end = <i64>search.most + 1;
  for (let w = 0; w < words; w++) {
    let bits = load<u32>(bitmap + ((<usize>w) << 2));
    if (bits == 0) continue;
    const first: u32 = w << 5;
    const codes = signs + <usize>first * bytes;
    if (signWords == 4) {
      n = listWord128(codes, bits, first, query, end, entries, n);
    } else if (signWords == 8) {
      n = listWord256(codes, bits, first, query, end, entries, n);
    } else {
      for (; bits != 0; bits &= bits - 1) {
        const r = ctz<u32>(bits);
        n = addEntry(entries, n, hamming(codes + <usize>r * bytes, bytes, query), first + r, end);
      }
    }
  }
  return countEntries(entries, n, search.squares, search.counts);
}

/** A full word of codes of 128 bits, four at a time; four codes that are all too far write nothing. */
function listWord128(
  codes: usize,
  bits: u32,
  first: u32,
  query: usize,
  end: i64,
  entries: usize,
  n: usize,
): usize {
  const a = load<i64>(query);
  const b = load<i64>(query, 8);
  if (bits != 0xffffffff) {
    for (; bits != 0; bits &= bits - 1) {
      const r = ctz<u32>(bits);
      n = addEntry(entries, n, far(codes + ((<usize>r) << 4), a, b), first + r, end);
    }
    return n;
  }
  for (let r: u32 = 0; r < 32; r += 4) {
    const code = codes + ((<usize>r) << 4);
    const one = far(code, a, b);
    const two = far(code + 16, a, b);
    const three = far(code + 32, a, b);
    const four = far(code + 48, a, b);
    if (((one - end) | (two - end) | (three - end) | (four - end)) >= 0) continue;
    n = addEntry(entries, n, one, first + r, end);
    n = addEntry(entries, n, two, first + r + 1, end);
    n = addEntry(entries, n, three, first + r + 2, end);
    n = addEntry(entries, n, four, first + r + 3, end);
  }
  return n;
}

/** A full word of codes of 256 bits. */
function listWord256(
  codes: usize,
  bits: u32,
  first: u32,
  query: usize,
  end: i64,
  entries: usize,
  n: usize,
): usize {
  const a = load<i64>(query);
  const b = load<i64>(query, 8);
  const c = load<i64>(query, 16);
  const d = load<i64>(query, 24);
  if (bits != 0xffffffff) {
    for (; bits != 0; bits &= bits - 1) {
      const r = ctz<u32>(bits);
      const code = codes + ((<usize>r) << 5);
      n = addEntry(entries, n, far(code, a, b) + far(code + 16, c, d), first + r, end);
    }
    return n;
  }
  for (let r: u32 = 0; r < 32; r += 4) {
    const code = codes + ((<usize>r) << 5);
    const one = far(code, a, b) + far(code + 16, c, d);
    const two = far(code + 32, a, b) + far(code + 48, c, d);
    const three = far(code + 64, a, b) + far(code + 80, c, d);
    const four = far(code + 96, a, b) + far(code + 112, c, d);
    if (((one - end) | (two - end) | (three - end) | (four - end)) >= 0) continue;
    n = addEntry(entries, n, one, first + r, end);
    n = addEntry(entries, n, two, first + r + 1, end);
    n = addEntry(entries, n, three, first + r + 2, end);
    n = addEntry(entries, n, four, first + r + 3, end);
  }
  return n;
}

function addEntry(entries: usize, n: usize, distance: i64, row: u32, end: i64): usize {
  store<u32>(entries + (n << 2), ((<u32>distance) << ROW_BITS) | row);
  return n + <usize>(distance < end);
}

/** Removes entries of rows without a vector; returns how many remain. */
function countEntries(entries: usize, n: usize, squares: usize, counts: usize): i32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < n; i++) {
    const entry = load<u32>(entries + (i << 2));
    const has: u32 = <u32>(load<u32>(squares + ((<usize>(entry & ROW_MASK)) << 2)) != 0);
    const at = counts + ((<usize>(entry >> ROW_BITS)) << 2);
    store<u32>(at, load<u32>(at) + has);
    store<u32>(entries + (kept << 2), entry);
    kept += <usize>has;
  }
  return <i32>kept;
}

/** Rows of those entries whose distance is at most `most`. */
export function listEntriesWithin(entries: usize, n: i32, most: i32, rows: usize): i32 {
  const end: u64 = (<u64>(most + 1)) << ROW_BITS;
  let count: usize = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const entry = load<u32>(entries + (i << 2));
    store<u32>(rows + (count << 2), entry & ROW_MASK);
    count += <usize>(<u64>entry < end);
  }
  return <i32>count;
}

/** Rows of the bitmap without a vector whose tie hash is at most `maxTie`; a multiple of 32 rows. */
export function listWithoutVector(
  bitmap: usize,
  words: i32,
  squares: usize,
  ties: usize,
  maxTie: u32,
  rows: usize,
): i32 {
  let count: usize = 0;
  const none = i32x4.splat(0);
  const most = i32x4.splat(maxTie);
  for (let w = 0; w < words; w++) {
    const asked = load<u32>(bitmap + ((<usize>w) << 2));
    if (asked == 0) continue;
    for (let r: u32 = 0; r < 32; r += 4) {
      const at = (<usize>((w << 5) + r)) << 2;
      const lacking = i32x4.eq(v128.load(squares + at), none);
      let mask = i32x4.bitmask(v128.and(lacking, i32x4.le_u(v128.load(ties + at), most)));
      mask &= (asked >> r) & 15;
      for (; mask != 0; mask &= mask - 1) {
        store<u32>(rows + (count << 2), (w << 5) + r + ctz<i32>(mask));
        count++;
      }
    }
  }
  return <i32>count;
}

@unmanaged
export class HammingTerm {
  signs: usize;
  signWords: i32;
  query: usize;
  squares: usize;
  table: usize;
  missing: usize;
  distances: usize;
}

/** A pair of points by Hamming distance. `distances`: room for 64 of them, u16. */
export function addByHamming(rows: usize, n: i32, sums: usize, term: HammingTerm): u32 {
  const signs = term.signs;
  const signWords = term.signWords;
  const query = term.query;
  const squares = term.squares;
  const table = term.table;
  const missing = term.missing;
  const distances = term.distances;
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
    const there = far(code, a, b) + far(code + 16, c, d);
    const distance = load<u32>(squares + (r << 2)) == 0 ? 0xffff : <i32>there;
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
  const bytes = (<usize>signWords) << 2;
  for (let i = from; i < to; i++) {
    const r = row(rows, i);
    let distance = 0xffff;
    if (load<u32>(squares + (r << 2)) != 0) {
      distance = <i32>hamming(signs + r * bytes, bytes, query);
    }
    store<u16>(distances + ((<usize>i) << 1), <u16>distance);
  }
}

/**
 * By 64 bits: SIMD has no population count here, and emulating one takes a dozen instructions. `bytes`: at
 * least 16.
 */
function hamming(code: usize, bytes: usize, query: usize): i64 {
  let sum: i64 = 0;
  for (let at: usize = 0; at < bytes; at += 16) {
    sum += far(code + at, load<i64>(query + at), load<i64>(query + at, 8));
  }
  return sum;
}

function far(code: usize, a: i64, b: i64): i64 {
  return popcnt<i64>(load<i64>(code) ^ a) + popcnt<i64>(load<i64>(code, 8) ^ b);
}

/**
 * Raises each of `maxSimilarities`, f64 [n], to the dot product of its vector with that of `chosen` where
 * that is greater. The vectors are columns of a matrix f32 [D × n], n a multiple of 4. Four are summed side
 * by side, each in the order of its dimensions.
 */
export function raiseSimilarity(matrix: usize, n: i32, D: i32, chosen: i32, maxSimilarities: usize): void {
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
    const to = maxSimilarities + (i << 3);
    v128.store(to, f64x2.max(v128.load(to), first));
    v128.store(to, f64x2.max(v128.load(to, 16), second), 16);
  }
}
