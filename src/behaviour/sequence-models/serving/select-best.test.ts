import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBytes, itemNames } from './item-names.ts';
import { selectBest } from './select-best.ts';

test('the selection equals the beginning of a full sort, ties included', () => {
  const scores = fc.array(fc.constantFrom(-1, 0, 0.5, 2, 1e9, Number.NaN), { maxLength: 60 });
  fc.assert(
    fc.property(
      scores,
      fc.integer({ min: 1, max: 70 }),
      fc.infiniteStream(fc.nat()),
      (values, limit, ranks) => {
        const rank = values.map(() => ranks.next().value as number);
        const tie = (at: number) => rank[at]! * 1000 + at;
        const numbers = [...values.keys()].filter((at) => !Number.isNaN(values[at]));
        const sorted = numbers.sort((a, b) => values[b]! - values[a]! || tie(a) - tie(b));
        expect([...selectBest(Float32Array.from(values), limit, tie)]).toEqual(sorted.slice(0, limit));
      },
    ),
  );
});

test('ids are ordered by their UTF-8 bytes', () => {
  const id = fc.string({ unit: 'binary', maxLength: 5 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  const { byteRank } = itemNames(['b', '\u{1f600}', 'a', '\uffee']);
  expect([...byteRank]).toEqual([1, 3, 0, 2]);
});
