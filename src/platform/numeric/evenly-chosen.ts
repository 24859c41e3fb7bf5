/** At most `most` of the values, at least 2, evenly chosen in their order; the first and the last stay. */
export function evenlyChosen<Value>(values: readonly Value[], most: number): readonly Value[] {
  const last = values.length - 1;
  if (last < most) return values;
  return Array.from({ length: most }, (_, n) => values[Math.round((n * last) / (most - 1))]!);
}
