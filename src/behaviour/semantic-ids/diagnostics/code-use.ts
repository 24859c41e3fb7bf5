/** Counts how items use codes. N items, L levels. */
import { prefixKey } from '../prefix-key.ts';

export interface CodeUse {
  /** By level: share of its codes that an item has [L]. */
  readonly utilization: readonly number[];
  /** By r = 1 … L: share of items that have their first r codes in common with another item [L]. */
  readonly prefixSharing: readonly number[];
  readonly distinctCodes: number;
  readonly largestGroup: number;
}

/** `codes`: row-major [N × L]. */
export function codeUse(codes: Uint16Array, sizes: readonly number[]): CodeUse {
  const L = sizes.length;
  const count = codes.length / L;
  const groups = sizes.map((_, level) => groupSizes(codes, L, level + 1));
  return {
    utilization: sizes.map((size, level) => {
      const used = new Set<number>();
      for (let row = 0; row < count; row++) used.add(codes[row * L + level]!);
      return used.size / size;
    }),
    prefixSharing: groups.map((sizesOfGroups) => {
      let sharing = 0;
      for (const size of sizesOfGroups) if (size > 1) sharing += size;
      return sharing / count;
    }),
    distinctCodes: groups.at(-1)!.length,
    largestGroup: groups.at(-1)!.reduce((largest, size) => Math.max(largest, size), 0),
  };
}

function groupSizes(codes: Uint16Array, L: number, length: number): readonly number[] {
  const groups = new Map<string, number>();
  for (let start = 0; start < codes.length; start += L) {
    const key = prefixKey(codes.subarray(start, start + length), length);
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  return [...groups.values()];
}
