/**
 * From sums to the few rows whose exact score has to be computed. The exact score takes two exponentials and
 * is computed by the host. Here a quick score, with a relative error of about 1e-8, rejects rows that cannot
 * reach the caller's threshold. The caller's bounds have a margin far above that error, so no row is rejected
 * wrongly.
 */

import { row } from './points';
import { code, entry } from './preferences';

/**
 * calibrated = slope · (sum · shrinkage) + offset, for linear curves. `shrinkage` 0: there are no person
 * effects.
 */
export function calibrateLinear(
  sums: usize,
  n: i32,
  calibrated: usize,
  shrinkage: usize,
  slopeForward: f64,
  slopeBackward: f64,
  offsetForward: f64,
  offsetBackward: f64,
): void {
  const slope = f64x2(slopeForward, slopeBackward);
  const offset = f64x2(offsetForward, offsetBackward);
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 4;
    let sum = v128.load(sums + at);
    if (shrinkage != 0) sum = f64x2.mul(sum, v128.load(shrinkage + at));
    v128.store(calibrated + at, f64x2.add(f64x2.mul(slope, sum), offset));
  }
}

export function multiplyPairs(sums: usize, n: i32, calibrated: usize, shrinkage: usize): void {
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 4;
    v128.store(calibrated + at, f64x2.mul(v128.load(sums + at), v128.load(shrinkage + at)));
  }
}

@unmanaged
export class SideCurves {
  forward: usize;
  curves: usize;
  sides: usize;
  sideSize: i32;
  sideLimit: u32;
}

/**
 * Calibrates each direction by its own curve, the backward one by the row's side. `curves` has addresses u32
 * by side code; codes from `sideLimit` on read as code 0. A curve: i32 kind (0 linear, 1 knots), i32 knots,
 * f64 slope, f64 offset, the knots' x, then their y.
 */
export function calibrateByCurves(
  rows: usize,
  n: i32,
  sums: usize,
  calibrated: usize,
  shrinkage: usize,
  curvesOfSides: SideCurves,
): void {
  const forward = curvesOfSides.forward;
  const curves = curvesOfSides.curves;
  const sides = curvesOfSides.sides;
  const sideSize = curvesOfSides.sideSize;
  const sideLimit = curvesOfSides.sideLimit;
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 4;
    let sum = v128.load(sums + at);
    if (shrinkage != 0) sum = f64x2.mul(sum, v128.load(shrinkage + at));
    const side = sideSize == 0 ? 0 : entry(code(sides, sideSize, row(rows, i)), sideLimit);
    const backward = <usize>load<u32>(curves + (side << 2));
    const there = curved(forward, f64x2.extract_lane(sum, 0));
    const back = curved(backward, f64x2.extract_lane(sum, 1));
    store<f64>(calibrated + at, there);
    store<f64>(calibrated + at, back, 8);
  }
}

/** Beyond its end knots the curve continues with slope 1. */
function curved(curve: usize, x: f64): f64 {
  if (load<i32>(curve) == 0) return load<f64>(curve, 8) * x + load<f64>(curve, 16);
  const last = load<i32>(curve, 4) - 1;
  const xs = curve + 24;
  const ys = xs + ((<usize>(last + 1)) << 3);
  if (x <= knot(xs, 0)) return knot(ys, 0) + (x - knot(xs, 0));
  if (x >= knot(xs, last)) return knot(ys, last) + (x - knot(xs, last));
  let below = 0;
  let above = last;
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (knot(xs, middle) > x) above = middle;
    else below = middle;
  }
  const share = (x - knot(xs, below)) / (knot(xs, above) - knot(xs, below));
  return knot(ys, below) + share * (knot(ys, above) - knot(ys, below));
}

function knot(numbers: usize, at: i32): f64 {
  return load<f64>(numbers + ((<usize>at) << 3));
}

@unmanaged
export class RemainingBounds {
  oddsThreshold: f64;
  bothThreshold: f64;
  moreForward: f64;
  moreBackward: f64;
  slopeForward: f64;
  slopeBackward: f64;
  offsetForward: f64;
  offsetBackward: f64;
  mode: i32;
}

/**
 * Keeps the rows, of n with their partial sums, that may still reach the threshold when the remaining terms
 * add at most `more`. Returns how many it keeps. A sum is calibrated as slope · sum + offset with slopes of
 * at least 0. A row is kept where each direction reaches `oddsThreshold` and both together reach
 * `bothThreshold`, or where any of these is NaN. `mode` 0 has the forward direction alone.
 */
export function keepPromising(rows: usize, n: i32, sums: usize, bounds: RemainingBounds): i32 {
  const more = f64x2(bounds.moreForward, bounds.moreBackward);
  const slope = f64x2(bounds.slopeForward, bounds.slopeBackward);
  const offset = f64x2(bounds.offsetForward, bounds.offsetBackward);
  const odds = oddsPair(bounds.oddsThreshold, bounds.mode);
  const both = f64x2.splat(bounds.bothThreshold);
  let kept = 0;
  for (let i = 0; i < n; i++) {
    const sum = v128.load(sums + ((<usize>i) << 4));
    const most = f64x2.add(f64x2.mul(slope, f64x2.add(sum, more)), offset);
    v128.store(sums + ((<usize>kept) << 4), sum);
    store<u32>(rows + ((<usize>kept) << 2), <u32>row(rows, i));
    kept += i32(!isBelow(most, odds, both));
  }
  return kept;
}

/** The least log-odds of each direction; for the forward one alone, the backward bound is -∞. */
function oddsPair(odds: f64, mode: i32): v128 {
  return f64x2(odds, mode == 0 ? -Infinity : odds);
}

/** Whether one direction, or both together, are certainly too low. NaN is not. */
function isBelow(calibrated: v128, odds: v128, both: v128): bool {
  const sum = f64x2.add(calibrated, i64x2.shuffle(calibrated, calibrated, 1, 0));
  return v128.any_true(v128.or(f64x2.lt(calibrated, odds), f64x2.lt(sum, both)));
}

@unmanaged
export class ExactScoreTest {
  threshold: f64;
  oddsThreshold: f64;
  bothThreshold: f64;
  least: f64;
  oddsLeast: f64;
  bothLeast: f64;
  surely: f64;
  oddsSurely: f64;
  kthForward: f64;
  kthBackward: f64;
  mode: i32;
  positions: usize;
  below: usize;
  rows: usize;
  sums: usize;
  ties: usize;
  kthTie: u32;
}

/**
 * Writes to `positions` the pairs of log-odds that need an exact score, and returns how many. `mode`: 0 the
 * forward one alone, 1 product, 2 harmonic mean, 3 the lesser. Pairs whose score is certainly below
 * `threshold` are rejected. Pairs certainly below `least` are counted at `below`; scores between `least` and
 * `surely` are uncertain and need the exact score. A row is also rejected where it has exactly the sums of
 * the kth row (`kthForward`, NaN: none) and a greater tie hash. Where scores have few values, that is nearly
 * every row. `least` 0: no score is too low.
 *
 * Most pairs are decided without an exponential. A score can only be reached where each direction has
 * log-odds of at least `odds…`, and both together `both…`. For a given mean, product and harmonic mean are
 * greatest where the two directions are equal. Where each direction has `oddsSurely`, the score is above
 * `surely`.
 */
export function listExactScoreCandidates(calibrated: usize, n: i32, test: ExactScoreTest): i32 {
  const mode = test.mode;
  const threshold = test.threshold;
  const least = test.least;
  const surely = test.surely;
  const positions = test.positions;
  const below = test.below;
  const rows = test.rows;
  const sums = test.sums;
  const ties = test.ties;
  const kthForward = test.kthForward;
  const kthBackward = test.kthBackward;
  const kthTie = test.kthTie;
  const odds = oddsPair(test.oddsThreshold, mode);
  const both = f64x2.splat(test.bothThreshold);
  const lowOdds = oddsPair(test.oddsLeast, mode);
  const lowBoth = f64x2.splat(test.bothLeast);
  const sureOdds = oddsPair(test.oddsSurely, mode);
  const counts = least > 0;
  let near = 0;
  let low = 0;
  for (let i = 0; i < n; i++) {
    const pair = v128.load(calibrated + ((<usize>i) << 4));
    let isOut = isBelow(pair, odds, both);
    if (counts) {
      const isLow = isBelow(pair, lowOdds, lowBoth);
      isOut = isLow || (isOut && isSure(pair, sureOdds));
      low += i32(isLow);
    }
    store<i32>(positions + ((<usize>near) << 2), i);
    near += i32(!isOut);
  }
  const isCurved = mode == 1 || mode == 2;
  let count = 0;
  for (let c = 0; c < near; c++) {
    const i = load<i32>(positions + ((<usize>c) << 2));
    const sum = v128.load(sums + ((<usize>i) << 4));
    const equals =
      f64x2.extract_lane(sum, 0) == kthForward && (mode == 0 || f64x2.extract_lane(sum, 1) == kthBackward);
    if (equals && load<u32>(ties + (row(rows, i) << 2)) > kthTie) continue;
    const pair = v128.load(calibrated + ((<usize>i) << 4));
    const isHigh = !counts || isSure(pair, sureOdds);
    if (!isHigh || isCurved) {
      const score = quickScore(pair, mode);
      if (!isHigh && score < least) {
        low++;
        continue;
      }
      if ((isHigh || score >= surely) && score < threshold) continue;
    }
    store<i32>(positions + ((<usize>count) << 2), i);
    count++;
  }
  store<i32>(below, load<i32>(below) + low);
  return count;
}

function isSure(calibrated: v128, odds: v128): bool {
  return i64x2.all_true(f64x2.ge(calibrated, odds));
}

function quickScore(calibrated: v128, mode: i32): f64 {
  const e = quickExp(f64x2.neg(calibrated));
  const a = 1 + f64x2.extract_lane(e, 0);
  if (mode == 0) return 1 / a;
  const b = 1 + f64x2.extract_lane(e, 1);
  if (mode == 1) return 1 / (a * b);
  if (mode == 2) return 2 / (a + b);
  return 1 / max<f64>(a, b);
}

/** e^x of both lanes: 2^n · e^r, |r| ≤ ln 2 / 2, with the series of e^r to r^8 (error below 1e-9 of it). */
function quickExp(x: v128): v128 {
  const kept = f64x2.min(f64x2.max(x, f64x2.splat(-700)), f64x2.splat(700));
  const n = f64x2.nearest(f64x2.mul(kept, f64x2.splat(Math.LOG2E)));
  const r = f64x2.sub(kept, f64x2.mul(n, f64x2.splat(Math.LN2)));
  let e = f64x2.splat(1 / 40320.0);
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1 / 5040.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1 / 720.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1 / 120.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1 / 24.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1 / 6.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(0.5));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1));
  // 2^n by its exponent bits: n + 1.5 · 2^52 has n in its lowest bits.
  const shifted = f64x2.add(n, f64x2.splat(6755399441055744.0));
  const exponent = i64x2.shl(i64x2.add(shifted, i64x2.splat(1023)), 52);
  return f64x2.mul(e, exponent);
}
