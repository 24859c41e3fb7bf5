/**
 * Features of pairs for plain learners, from the profiles alone. A number gives both values, the distance and
 * the product. A choice gives the values of either side and how many are shared. The texts give their cosine.
 * A missing value counts as the mean. Columns are standardised over all pairs, without reading a label.
 */

import type { FitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import type { PairList } from '../../src/matching/learn/labelled-pairs.ts';
import { dot } from '../../src/platform/numeric/vectors.ts';

/** Column by column: D columns of N values. */
export type Columns = readonly Float64Array[];

export function pairFeatures(
  { definition, persons, vectors }: FitPeople,
  { seekers, candidates }: PairList,
): Columns {
  const over = (read: (a: number, b: number) => number) =>
    standardised(Float64Array.from(seekers, (a, n) => read(a, candidates[n]!)));
  const columns: (Float64Array | null)[] = [];
  for (const { name, kind, type, values } of definition.fields) {
    if (kind === 'soft') continue;
    const read = persons.map((person) => person.value(name));
    if (type === 'integer' || type === 'number' || type === 'boolean') {
      const numbers = read.map((value) => (value === undefined ? Number.NaN : Number(value)));
      columns.push(
        over((a) => numbers[a]!),
        over((_, b) => numbers[b]!),
        over((a, b) => Math.abs(numbers[a]! - numbers[b]!)),
        over((a, b) => numbers[a]! * numbers[b]!),
      );
    } else if (type === 'enum') {
      const chosen = read.map((value) => new Set(value === undefined ? [] : [value].flat()));
      for (const value of values ?? []) {
        columns.push(
          over((a) => Number(chosen[a]!.has(value))),
          over((_, b) => Number(chosen[b]!.has(value))),
        );
      }
      columns.push(over((a, b) => [...chosen[a]!].filter((value) => chosen[b]!.has(value)).length));
    }
  }
  columns.push(
    over((a, b) => {
      const [mine, theirs] = [vectors[a], vectors[b]];
      return mine == null || theirs == null ? Number.NaN : dot(mine, theirs);
    }),
  );
  return columns.filter((column) => column !== null);
}

/** Mean 0 and deviation 1, with 0 for what is missing; null for a constant column. */
function standardised(column: Float64Array): Float64Array | null {
  const known = column.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  if (!(deviation > 1e-9)) return null;
  return column.map((value) => (Number.isNaN(value) ? 0 : (value - mean) / deviation));
}
