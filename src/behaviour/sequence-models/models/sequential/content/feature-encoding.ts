/**
 * How the typed features of items become numbers: the columns of the encoded rows, which a model keeps in its
 * files. A projection learns a vector a column.
 *
 * - A category or an entry of a list has a column if at least MIN_ITEMS learned items have it; all others of
 *   the feature share one.
 * - Numbers and dates are encoded by their place among KNOTS quantiles of the learned items. Quantiles need
 *   no scale and no logarithm of skewed values. A date after all known ones counts as the newest.
 *
 * Only learned items count, those with events: a column of others would never be trained. A later fit keeps
 * the columns of its base model and adds those that it lacks. Features of text and addresses of pictures have
 * no columns.
 */

import { quantileOfSorted } from '../../../../../platform/numeric/statistics.ts';
import type { ItemFeatures } from '../../../../datasets/features/feature-columns.ts';

export interface NumberEncoding {
  readonly name: string;
  readonly type: 'number' | 'date';
  /** Ascending, distinct. */
  readonly knots: readonly number[];
  /** The column of each knot. */
  readonly columns: readonly number[];
}

export interface ValueEncoding {
  readonly name: string;
  readonly type: 'category' | 'list';
  readonly values: readonly string[];
  /** The column of each value. */
  readonly columns: readonly number[];
  /** The column of all other values. */
  readonly other: number;
}

/** Models keep it as JSON, so names of fields are a stored format. */
export interface FeatureEncoding {
  /** The number of columns. */
  readonly width: number;
  readonly features: readonly (NumberEncoding | ValueEncoding)[];
}

export const MIN_ITEMS = 3;
const KNOTS = 8;
const MAX_COLUMNS = 512;
/** Bounds the memory of the encoded rows: cells of the catalogue times columns. */
const MAX_CELLS = 2 ** 26;

const nothing: FeatureEncoding = { width: 0, features: [] };

/** `learned`: numbers of the items with events. `items`: the number of items of the catalogue. */
export function featureEncoding(
  { columns }: ItemFeatures,
  { learned, items }: { readonly learned: Uint32Array; readonly items: number },
  base: FeatureEncoding | null,
): FeatureEncoding {
  const start = base ?? nothing;
  const features = new Map(start.features.map((feature) => [feature.name, feature]));
  let width = start.width;
  const next = () => width++;
  for (const [name, column] of columns) {
    const known = features.get(name);
    if (known !== undefined && known.type !== column.type) continue;
    if (column.type === 'number' || column.type === 'date') {
      const knots = known === undefined ? knotsOf(column.values, learned) : [];
      if (knots.length > 0) features.set(name, { name, type: column.type, knots, columns: knots.map(next) });
    } else if ((column.type === 'category' || column.type === 'list') && known === undefined) {
      features.set(name, { name, type: column.type, values: [], columns: [], other: next() });
    }
  }
  const most = Math.min(MAX_COLUMNS, Math.max(start.width, Math.floor(MAX_CELLS / Math.max(1, items))));
  for (const { name, value } of frequentValues(columns, learned)) {
    if (width >= most) break;
    const feature = features.get(name);
    if (feature === undefined || !('values' in feature) || feature.values.includes(value)) continue;
    features.set(name, {
      ...feature,
      values: [...feature.values, value],
      columns: [...feature.columns, next()],
    });
  }
  return { width, features: [...features.values()] };
}

/** Quantiles of the values of learned items. */
function knotsOf(values: Float64Array, learned: Uint32Array): readonly number[] {
  const sorted = Float64Array.from(learned, (item) => values[item]!)
    .filter((value) => !Number.isNaN(value))
    .sort();
  return quantileKnots(sorted);
}

/** Distinct quantiles, ascending. `sorted`: ascending. */
export function quantileKnots(sorted: Float64Array): readonly number[] {
  if (sorted.length === 0) return [];
  const quantiles = Array.from({ length: KNOTS }, (_, at) => quantileOfSorted(sorted, at / (KNOTS - 1)));
  return [...new Set(quantiles)];
}

/** Values that enough learned items have, of all features, the most frequent first. */
function frequentValues(columns: ItemFeatures['columns'], learned: Uint32Array) {
  const found: { readonly name: string; readonly value: string; readonly count: number }[] = [];
  for (const [name, column] of columns) {
    if (column.type !== 'category' && column.type !== 'list') continue;
    const counts = new Uint32Array(column.categories.length);
    for (const item of learned) for (const code of codesOf(column, item)) counts[code]!++;
    for (const [code, count] of counts.entries())
      if (count >= MIN_ITEMS) found.push({ name, value: column.categories[code]!, count });
  }
  // Sorting is stable: values of equal frequency stay in the order of the catalogue.
  return found.sort((a, b) => b.count - a.count);
}

type Column = ItemFeatures['columns'] extends ReadonlyMap<string, infer One> ? One : never;
type ValueColumn = Extract<Column, { readonly type: 'category' | 'list' }>;

/** The codes of an item's values; none where it has none. */
export function codesOf(column: ValueColumn, item: number): Int32Array | Uint32Array {
  if (column.type === 'list') return column.codes.subarray(column.offsets[item]!, column.offsets[item + 1]!);
  return column.codes[item] === -1 ? noCodes : column.codes.subarray(item, item + 1);
}

const noCodes = new Int32Array();
