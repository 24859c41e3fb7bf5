const bits = new DataView(new ArrayBuffer(8));

/** The smallest float64 above a finite x: `> x` is `>= nextAbove(x)`. */
export function nextAbove(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}
