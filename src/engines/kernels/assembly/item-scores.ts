/**
 * Scores of items: dot products of their vectors with the state of a history. Vectors f32 [rows × D], codes
 * int8 [rows × D], D a multiple of 16. Four rows are read at once. A row's products are added in the same
 * order whatever is read beside it, so its score does not depend on the list.
 */
import { fourDots } from './vectors';

/** Entry i of a list of rows; without a list row i. */
function row(rows: usize, i: i32): usize {
  return rows == 0 ? <usize>i : <usize>load<u32>(rows + ((<usize>i) << 2));
}

/** `state` f32 [D]; `scores` f32 [n], in the order of `rows` (u32 [n]; 0: the rows 0 … n - 1). */
export function scoreRows(rows: usize, n: i32, vectors: usize, D: i32, state: usize, scores: usize): void {
  const bytes = (<usize>D) << 2;
  for (let i = 0; i < n; i += 4) {
    // Beyond the end the last row is read again and does not count.
    const last = n - 1;
    const a = vectors + row(rows, i) * bytes;
    const b = vectors + row(rows, min<i32>(i + 1, last)) * bytes;
    const c = vectors + row(rows, min<i32>(i + 2, last)) * bytes;
    const d = vectors + row(rows, min<i32>(i + 3, last)) * bytes;
    let ofA = f32x4.splat(0);
    let ofB = f32x4.splat(0);
    let ofC = f32x4.splat(0);
    let ofD = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const four = v128.load(state + at);
      ofA = f32x4.add(ofA, f32x4.mul(v128.load(a + at), four));
      ofB = f32x4.add(ofB, f32x4.mul(v128.load(b + at), four));
      ofC = f32x4.add(ofC, f32x4.mul(v128.load(c + at), four));
      ofD = f32x4.add(ofD, f32x4.mul(v128.load(d + at), four));
    }
    const ab = f32x4.add(i32x4.shuffle(ofA, ofB, 0, 4, 1, 5), i32x4.shuffle(ofA, ofB, 2, 6, 3, 7));
    const cd = f32x4.add(i32x4.shuffle(ofC, ofD, 0, 4, 1, 5), i32x4.shuffle(ofC, ofD, 2, 6, 3, 7));
    const sums = f32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
    const to = scores + ((<usize>i) << 2);
    if (i + 4 <= n) v128.store(to, sums);
    else for (let k = 0; k < n - i; k++) store<f32>(to + ((<usize>k) << 2), lane(sums, k));
  }
}

function lane(sums: v128, k: i32): f32 {
  if (k == 0) return f32x4.extract_lane(sums, 0);
  return k == 1 ? f32x4.extract_lane(sums, 1) : f32x4.extract_lane(sums, 2);
}

@unmanaged
export class ItemScores {
  factor: f32;
  bound: f32;
  popularWeight: f32;
  least: f32;
  codes: usize;
  D: i32;
  query: usize;
  scales: usize;
  popularity: usize;
  extra: usize;
  listed: usize;
  uppers: usize;
  lowers: usize;
}

/**
 * Rows whose score may reach `least`, with the upper and the lower bound of their score. The score of row r
 * lies within error[r] · bound of factor · scale[r] · (codes[r] · query) + popularWeight · popularity[r] +
 * extra[r]. `scales` has the pairs scale, error, f32 [rows × 2]. A negative error marks a row without a
 * score: its bounds are -∞. `query` is i16 [D]. `listed` gets positions in the list, u32 [n]; `uppers` and
 * `lowers` f32 [n]. Returns the number of listed rows.
 */
export function listReaching(rows: usize, n: i32, items: ItemScores): i32 {
  const codes = items.codes;
  const D = items.D;
  const query = items.query;
  const scales = items.scales;
  const factor = items.factor;
  const bound = items.bound;
  const popularity = items.popularity;
  const popularWeight = items.popularWeight;
  const extra = items.extra;
  const least = items.least;
  const listed = items.listed;
  const uppers = items.uppers;
  const lowers = items.lowers;
  let count = 0;
  const last = n - 1;
  for (let i = 0; i < n; i += 4) {
    if (rows != 0 && (i & (AHEAD - 1)) == 0) {
      // A slot that the next result overwrites; storing keeps the loads alive.
      store<u32>(listed + ((<usize>count) << 2), fetch(rows, i, min<i32>(n, i + AHEAD), codes, D, scales));
    }
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
    const ab = pairs(scales, a, b);
    const cd = pairs(scales, c, d);
    const scale = i32x4.shuffle(ab, cd, 0, 2, 4, 6);
    const own = i32x4.shuffle(ab, cd, 1, 3, 5, 7);
    let about = f32x4.mul(f32x4.mul(dots, f32x4.splat(factor)), scale);
    if (popularWeight != 0)
      about = f32x4.add(about, f32x4.mul(f32x4.splat(popularWeight), four(popularity, a, b, c, d)));
    if (extra != 0) about = f32x4.add(about, four(extra, a, b, c, d));
    const isScored = f32x4.ge(own, f32x4.splat(0));
    const error = f32x4.mul(own, f32x4.splat(bound));
    const none = f32x4.splat(-Infinity);
    const upper = v128.bitselect(f32x4.add(about, error), none, isScored);
    const mask = i32x4.bitmask(f32x4.ge(upper, f32x4.splat(least))) & ((1 << min<i32>(4, n - i)) - 1);
    if (mask == 0) continue;
    const lower = v128.bitselect(f32x4.sub(about, error), none, isScored);
    for (let k = 0; k < 4; k++) {
      if ((mask & (1 << k)) == 0) continue;
      const to = (<usize>count) << 2;
      store<u32>(listed + to, <u32>(i + k));
      store<f32>(uppers + to, anyLane(upper, k));
      store<f32>(lowers + to, anyLane(lower, k));
      count++;
    }
  }
  return count;
}

function anyLane(values: v128, k: i32): f32 {
  return k == 3 ? f32x4.extract_lane(values, 3) : lane(values, k);
}

/** Rows whose codes are read before the first of them is scored (`vectors.ts`). */
const AHEAD = 64;
const LINE = 64;

/** Loads a word of each cache line of the rows `from` to `to` of the list. The result has no meaning. */
function fetch(rows: usize, from: i32, to: i32, codes: usize, D: i32, scales: usize): u32 {
  let seen: u32 = 0;
  for (let i = from; i < to; i++) {
    const r = row(rows, i);
    const code = codes + r * <usize>D;
    for (let at: usize = 0; at < <usize>D; at += LINE) seen |= load<u32>(code + at);
    seen |= load<u32>(scales + (r << 3));
  }
  return seen;
}

/** Two f32 for each of two rows. */
function pairs(values: usize, a: usize, b: usize): v128 {
  return v128.load_lane<u64>(values + (b << 3), v128.load64_zero(values + (a << 3)), 1);
}

/** One f32 for each of four rows. */
function four(values: usize, a: usize, b: usize, c: usize, d: usize): v128 {
  let loaded = v128.load32_zero(values + (a << 2));
  loaded = v128.load_lane<u32>(values + (b << 2), loaded, 1);
  loaded = v128.load_lane<u32>(values + (c << 2), loaded, 2);
  return v128.load_lane<u32>(values + (d << 2), loaded, 3);
}
