import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemWeight } from '../../../baselines/item-weights.ts';
import { largestLinks } from './item-links.ts';
import { type LinkedPart, LinkedScores } from './linked-scores.ts';

const I = 24;
/** Entries a row: a call reads few of all, or many. */
const width = fc.constantFrom(1, 2, 20);
const history = fc.array(fc.nat(I - 1), { minLength: 1, maxLength: 12 });
const wanted = fc.uniqueArray(fc.nat(I - 1), { minLength: 1, maxLength: 8 });
const numbers = fc.array(fc.integer({ min: -3, max: 9 }), { minLength: I * I, maxLength: I * I });

it('are equal to the bit for all items and for some, and to the logarithms of the sums', () => {
  fc.assert(
    fc.property(
      width,
      numbers,
      fc.array(fc.tuple(history, wanted), { minLength: 1, maxLength: 4 }),
      (w, n, calls) => {
        const items = Array.from({ length: I }, (_, item) => item);
        const { links } = largestLinks(I, w, (row) => ({ items, weights: n.slice(row * I, (row + 1) * I) }));
        const parts: LinkedPart[] = [
          { links, reads: { tau: 2, items: 8 }, scale: 30, weight: 0.5 },
          { links, reads: { tau: 1, items: 1 }, scale: 100, weight: 2 },
        ];
        const linked = new LinkedScores(I);
        for (const [taken, some] of calls) {
          const read = Uint32Array.from(taken);
          linked.read(read, parts, null);
          const all = items.map((item) => linked.addedTo(item));
          const listed = new Map(Array.from(linked.items, (item, slot) => [item, linked.added[slot]!]));
          expect(items.map((item) => listed.get(item) ?? 0)).toEqual(all);
          for (const item of items) expect(all[item]).toBeCloseTo(plain(item, read, parts), 9);
          linked.read(read, parts, Uint32Array.from(some));
          expect(some.map((item) => linked.addedTo(item))).toEqual(some.map((item) => all[item]));
        }
      },
    ),
  );
});

function plain(item: number, history: Uint32Array, parts: readonly LinkedPart[]): number {
  return parts.reduce((points, { links: { offsets, items, weights }, reads, scale, weight }) => {
    let sum = 0;
    for (let back = 0; back < Math.min(reads.items, history.length); back++) {
      const row = history[history.length - 1 - back]!;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++)
        if (items[at] === item) sum += itemWeight(reads.tau, back) * weights[at]!;
    }
    return points + weight * Math.log1p(scale * Math.max(0, sum));
  }, 0);
}
