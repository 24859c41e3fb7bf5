/** Logarithms of many numbers. */

const MANTISSA: i64 = 0x000f_ffff_ffff_ffff;
/** The bits of 1. */
const ONE: i64 = 0x3ff0_0000_0000_0000;
/** The bits of 2^52: with them, a whole number in the mantissa is that number as a float. */
const SHIFTED: i64 = 0x4330_0000_0000_0000;
const SHIFTED_BIAS: f64 = 4503599627370496.0 + 1023.0;

/**
 * added[i] += weight · log(1 + scale · max(0, sums[i])), and sums[i] = 0. f64 [n], n even; scale is above 0.
 * The relative error of a logarithm is below 1e-11.
 */
export function addLogarithms(sums: usize, n: i32, scale: f64, weight: f64, added: usize): void {
  const zero = f64x2.splat(0);
  for (let at: usize = 0; at < (<usize>n) << 3; at += 16) {
    const both = v128.load(sums + at);
    // The logarithm of 1 is 0, and most sums are 0.
    if (!v128.any_true(both)) continue;
    const positive = f64x2.max(zero, both);
    v128.store(sums + at, zero);
    const logarithm = logOf(f64x2.add(f64x2.splat(1), f64x2.mul(f64x2.splat(scale), positive)));
    v128.store(added + at, f64x2.add(v128.load(added + at), f64x2.mul(f64x2.splat(weight), logarithm)));
  }
}

/**
 * Logarithms of numbers x ≥ 1: x = m · 2^e with m in [1/√2, √2]; with t = (m - 1) / (m + 1), log m = 2 artanh
 * t by its series.
 */
function logOf(x: v128): v128 {
  let exponent = f64x2.sub(v128.or(i64x2.shr_u(x, 52), i64x2.splat(SHIFTED)), f64x2.splat(SHIFTED_BIAS));
  let m = v128.or(v128.and(x, i64x2.splat(MANTISSA)), i64x2.splat(ONE));
  const isLarge = f64x2.gt(m, f64x2.splat(Math.SQRT2));
  m = v128.bitselect(f64x2.mul(m, f64x2.splat(0.5)), m, isLarge);
  exponent = f64x2.add(exponent, v128.and(isLarge, f64x2.splat(1)));
  const t = f64x2.div(f64x2.sub(m, f64x2.splat(1)), f64x2.add(m, f64x2.splat(1)));
  const square = f64x2.mul(t, t);
  let series = f64x2.splat(1.0 / 15.0);
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 13.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 11.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 9.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 7.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 5.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 3.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1));
  const ofMantissa = f64x2.mul(f64x2.add(t, t), series);
  return f64x2.add(f64x2.mul(exponent, f64x2.splat(Math.LN2)), ofMantissa);
}
