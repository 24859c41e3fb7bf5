import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainNumber } from './number-text.ts';
import { SeenIds } from './repeated-ids.ts';

test('the first line of every id is found, as a map finds it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3000 }), (ids) => {
      const [seen, map] = [new SeenIds(), new Map<string, number>()];
      for (const [line, id] of ids.entries()) {
        expect(seen.seenAt(id, line)).toBe(map.get(id));
        if (!map.has(id)) map.set(id, line);
      }
    }),
    { numRuns: 20 },
  );
  const many = new SeenIds();
  for (let n = 0; n < 50_000; n++) expect(many.seenAt(`person-${n}`, n)).toBeUndefined();
  for (let n = 0; n < 50_000; n += 97) expect(many.seenAt(`person-${n}`, -1)).toBe(n);
});

test('beyond the bound ids are looked up and not remembered', () => {
  const seen = new SeenIds(2);
  expect(['a', 'b', 'c', 'c', 'a'].map((id, line) => seen.seenAt(id, line))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    0,
  ]);
  expect(seen.isFull).toBe(true);
});

test.each([
  ['1234.5', 1234.5, undefined],
  ['1,234.5', 1234.5, undefined],
  ['1.234,5', undefined, 1234.5],
  ['12,50', undefined, 12.5],
  ['12.50', 12.5, undefined],
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1234],
  ['1 234,50', undefined, 1234.5],
  ["1'234.50", 1234.5, undefined],
  ['-3', -3, -3],
  ['.5', 0.5, undefined],
  ['1e3', 1000, 1000],
  ['1,2,3', undefined, undefined],
  ['', undefined, undefined],
  ['-', undefined, undefined],
  ['0x20', undefined, undefined],
])('«%s» is %s with a decimal point and %s with a comma', (text, point, comma) => {
  const numbers = (['point', 'comma'] as const).map((decimal) => plainNumber(text, decimal));
  expect(numbers.map((plain) => plain && Number(plain))).toEqual([point, comma]);
});
