import { prefixKey } from './prefix-key.ts';

/**
 * Suffixes that distinguish items with equal codes [N]: 0, 1, 2, … in the given order. They are assigned
 * once, at fit, and stored, since another order gives other suffixes. `codes`: row-major [N × L].
 */
export function assignSuffixes(codes: Uint16Array, levels: number): Uint32Array {
  const suffixes = new Uint32Array(codes.length / levels);
  const next = new Map<string, number>();
  for (let row = 0; row < suffixes.length; row++) {
    const key = prefixKey(codes.subarray(row * levels, (row + 1) * levels), levels);
    const suffix = next.get(key) ?? 0;
    suffixes[row] = suffix;
    next.set(key, suffix + 1);
  }
  return suffixes;
}
