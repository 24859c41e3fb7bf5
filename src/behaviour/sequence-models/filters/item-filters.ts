/**
 * The filters of one open model. Compiled filters are kept, because a shop sends the same ones again and
 * again.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';
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
  /** The memory of the attributes and of kept filters, at most. */
  readonly memoryBytes: number;
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
  let features: ItemFeatures | null = null;
  return {
    memoryBytes: attributes === null ? 0 : 2 * attributes.bytes + Math.min(MAX_KEPT_BYTES, 5 * items),
    compile(wire, path) {
      const key = JSON.stringify(wire);
      const known = kept.get(key);
      if (known !== undefined) return known;
      features ??= attributes?.read() ?? { declared: {}, columns: new Map(), createdAtMs: null };
      const mask = filterMask(parseItemFilter(itemFields(features), wire, path), features, items);
      const compiled = { mask, items: passingItems(mask) };
      kept.set(key, compiled);
      return compiled;
    },
  };
}

function passingItems(mask: Uint8Array): Uint32Array {
  const passing = new Uint32Array(mask.reduce((sum, passes) => sum + passes, 0));
  let count = 0;
  for (let item = 0; item < mask.length; item++) if (mask[item] === 1) passing[count++] = item;
  return passing;
}
