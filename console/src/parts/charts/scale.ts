/** Arithmetic of axes: pure functions, in the units of the drawing. */

/** Width and height of a drawing of points, in its own units. */
export const SIZE = 100;

/** A round number not below the value, at most half as large again; 1 for nothing. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** The index of the value of an ascending list that is nearest to `x`. */
export function nearestIndex(ascending: readonly number[], x: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= x) low = middle;
    else high = middle;
  }
  return Math.abs((ascending[low] ?? 0) - x) <= Math.abs((ascending[high] ?? 0) - x) ? low : high;
}

/** 1,234,567 as 1.2 M. */
export function shortNumber(value: number): string {
  const units = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const;
  for (const [size, unit] of units)
    if (Math.abs(value) >= size)
      return `${(value / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}
