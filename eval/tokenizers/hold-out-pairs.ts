/**
 * Splits histories for a collaborative signal: the last two items of each person are held out for testing.
 */
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type { HeldOutPairs } from './measure-codes.ts';

/** Uses the first `count` items alone. */
export function holdOutPairs(
  { offsets, items }: Pick<Histories, 'offsets' | 'items'>,
  count: number,
): {
  readonly seen: { readonly offsets: Uint32Array; readonly items: Uint32Array };
  readonly pairs: HeldOutPairs;
} {
  const kept: number[] = [];
  const ends = [0];
  const pairs: (readonly [number, number])[] = [];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const own = items.subarray(offsets[person]!, offsets[person + 1]!).filter((item) => item < count);
    const cut = Math.max(0, own.length - 2);
    kept.push(...own.subarray(0, cut));
    ends.push(kept.length);
    if (own.length >= 2 && own[cut] !== own[cut + 1]) pairs.push([own[cut]!, own[cut + 1]!]);
  }
  return { seen: { offsets: Uint32Array.from(ends), items: Uint32Array.from(kept) }, pairs };
}
