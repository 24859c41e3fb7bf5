import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TopKBuffer } from './top-k-buffer.ts';

type Entry = readonly [score: number, tie: number];

const entries = (max: number) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 0,
    maxLength: max,
    size: 'max',
  });

const blocks = fc.array(fc.record({ torn: entries(1500), whole: entries(3000), isTorn: fc.boolean() }), {
  maxLength: 4,
});

/** The first k, and all that tie with the last of them. */
function plainly(all: readonly { readonly row: number; readonly entry: Entry }[], k: number) {
  const order = all.toSorted((a, b) => b.entry[0] - a.entry[0] || a.entry[1] - b.entry[1] || a.row - b.row);
  const last = order[k - 1]?.entry;
  if (k === 0) return [];
  return order
    .filter(({ entry }, at) => at < k || (entry[0] === last![0] && entry[1] === last![1]))
    .map(({ row }) => row);
}

it('keeps the k best and all that tie with the kth; of a block that changed, the last reading', () => {
  fc.assert(
    fc.property(blocks, fc.constantFrom(0, 1, 7, 600, 20_000), (given, k) => {
      const buffer = new TopKBuffer(k);
      const all: { row: number; entry: Entry }[] = [];
      const offer = (list: readonly Entry[]) => {
        list.forEach(([score, tie], row) => {
          buffer.offer(score / 400, tie, row, score, -score);
        });
      };
      given.forEach(({ torn, whole, isTorn }, block) => {
        const firstRow = 10_000 * block;
        if (isTorn) {
          buffer.begin(firstRow);
          offer(torn.map(([score, tie]) => [score * 2, tie]));
        }
        buffer.begin(firstRow);
        offer(whole);
        buffer.settle();
        all.push(...whole.map((entry, row) => ({ row: firstRow + row, entry })));
      });
      const found = buffer.take();
      expect([...found.rows]).toEqual(plainly(all, k));
      expect([...found.forward]).toEqual([...found.scores].map((score) => Math.round(score * 400)));
      expect([...found.backward].map((value) => value + 0)).toEqual(
        [...found.forward].map((value) => 0 - value),
      );
    }),
    { numRuns: 60 },
  );
});
