import { prefixKey } from './prefix-key.ts';

/**
 * What tells items of equal codes apart: 0 for the first in the order given (none is needed), then 1, 2, … [N]. Done once,
 * at fit, and kept: an order that a catalogue has later would give other numbers. `codes` row-major [N × L].
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
