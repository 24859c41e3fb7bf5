/**
 * The filters of one open model. Compiled filters are kept, because a shop sends the same ones again and
 * again.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import type { FeatureDeclarations, FeatureType } from '../../../contract/dataset-features.ts';
import { columnsBuilder, type ItemFeatures } from '../../datasets/features/feature-columns.ts';
import { filterMask } from './filter-mask.ts';
import { itemFields } from './item-fields.ts';
import { parseItemFilter, type WireFilter } from './parse-item-filter.ts';

interface CompiledFilter {
  /** 1: the item passes [I]. */
  readonly mask: Uint8Array;
  /** The items that pass, ascending. */
  readonly items: Uint32Array;
}

export interface ItemFilters {
  /** `path`: the place of the filter in the request. 400 `invalid_request`; 422 `unknown_filter`. */
  compile(wire: WireFilter, path: string): CompiledFilter;
  /** The same over rows that the model does not know; the result is by row, and is not kept. */
  over(rows: readonly NewRow[]): (wire: WireFilter, path: string) => Uint8Array;
  /** The memory of the attributes and of kept filters, at most. */
  readonly memoryBytes: number;
}

/** An item outside of the model. */
export interface NewRow {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** NaN: not given. */
  readonly createdAtMs: number;
}

/** The limit on the memory of the kept filters of a model. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** `read`: reads the attributes when the first filter needs them; null: the items have none. */
export function itemFilters(
  items: number,
  attributes: { readonly bytes: number; read(): ItemFeatures } | null,
): ItemFilters {
  const kept = new LRUCache<string, CompiledFilter>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ mask, items: passing }) => mask.byteLength + passing.byteLength + 1,
  });
  let read: ItemFeatures | null = null;
  const features = () => {
    read ??= attributes?.read() ?? { declared: {}, columns: new Map(), createdAtMs: null };
    return read;
  };
  return {
    memoryBytes: attributes === null ? 0 : 2 * attributes.bytes + Math.min(MAX_KEPT_BYTES, 5 * items),
    compile(wire, path) {
      const key = JSON.stringify(wire);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const mask = filterMask(parseItemFilter(itemFields(features()), wire, path), features(), items);
      const compiled = { mask, items: passingItems(mask) };
      kept.set(key, compiled);
      return compiled;
    },
    over(rows) {
      let ofRows: ItemFeatures | null = null;
      return (wire, path) => {
        ofRows ??= featuresOf(features().declared, rows);
        return filterMask(parseItemFilter(itemFields(features()), wire, path), ofRows, rows.length);
      };
    },
  };
}

/** `declared`: of the model's items. Values of other names or types are none. */
function featuresOf(declared: FeatureDeclarations, rows: readonly NewRow[]): ItemFeatures {
  const columns = columnsBuilder(declared, rows.length);
  for (const [at, { attributes }] of rows.entries()) {
    const fitting = Object.entries(declared).filter(([name, { type }]) => fits(type, attributes[name]));
    columns.put(at, Object.fromEntries(fitting.map(([name]) => [name, attributes[name]])));
  }
  const createdAtMs = Float64Array.from(rows, (row) => row.createdAtMs);
  return { declared, columns: columns.finish(), createdAtMs };
}

function fits(type: FeatureType, value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  return typeof value === (type === 'number' ? 'number' : 'string');
}

function passingItems(mask: Uint8Array): Uint32Array {
  const passing = new Uint32Array(mask.reduce((sum, passes) => sum + passes, 0));
  let count = 0;
  for (let item = 0; item < mask.length; item++) if (mask[item] === 1) passing[count++] = item;
  return passing;
}
