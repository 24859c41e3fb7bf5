/**
 * Encodes the features of items as rows of numbers (`feature-encoding.ts`). A number between two knots is
 * split between their columns by its distance to each; entries of a list share a weight of 1. A missing value
 * leaves the columns of its feature at 0.
 *
 * I items, W columns.
 */
import type { ItemFeatures } from '../../../../datasets/features/feature-columns.ts';
import type { ContentVectors } from './content-vectors.ts';
import {
  codesOf,
  type FeatureEncoding,
  type NumberEncoding,
  type ValueEncoding,
} from './feature-encoding.ts';

/** `items`: I, at most the number of items with features. */
export function encodeFeatures(
  { columns }: ItemFeatures,
  { features, width }: FeatureEncoding,
  items: number,
): ContentVectors {
  const values = new Float32Array(items * width);
  for (const feature of features) {
    const column = columns.get(feature.name);
    if (column === undefined || column.type !== feature.type) continue;
    if (column.type === 'number' || column.type === 'date')
      putNumbers(column.values, feature as NumberEncoding, { values, width });
    else if (column.type === 'category' || column.type === 'list') {
      const columnOf = columnsOfCodes(column.categories, feature as ValueEncoding);
      for (let item = 0; item < items; item++) {
        const codes = codesOf(column, item);
        for (const code of codes) values[item * width + columnOf[code]!]! += 1 / codes.length;
      }
    }
  }
  return { values, width };
}

function columnsOfCodes(categories: readonly string[], { values, columns, other }: ValueEncoding) {
  const known = new Map(values.map((value, at) => [value, columns[at]!]));
  return categories.map((category) => known.get(category) ?? other);
}

function putNumbers(
  given: Float64Array,
  { knots, columns }: NumberEncoding,
  { values, width }: ContentVectors,
): void {
  for (let item = 0; item < values.length / width; item++) {
    if (Number.isNaN(given[item]!)) continue;
    for (const [knot, share] of shareBetweenKnots(given[item]!, knots))
      values[item * width + columns[knot]!] = share;
  }
}

/** The numbers of one or two knots, and the share of the value that each has. */
export function shareBetweenKnots(
  value: number,
  knots: readonly number[],
): readonly (readonly [number, number])[] {
  const upper = knots.findIndex((knot) => knot >= value);
  if (upper <= 0) return [[upper === 0 ? 0 : knots.length - 1, 1]];
  const [low, high] = [knots[upper - 1]!, knots[upper]!];
  const share = (value - low) / (high - low);
  return [
    [upper - 1, 1 - share],
    [upper, share],
  ];
}
