import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_SET, TransitionTable, UNKNOWN_SET } from './transition-table.ts';

it('answers as a map of maps does', () => {
  const number = fc.integer({ min: 0, max: 40 });
  const entry = fc.record({
    set: number,
    input: fc.nat({ max: 2 ** 20 }),
    next: fc.integer({ min: NO_SET, max: 99 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 300 }), (entries) => {
      const table = new TransitionTable();
      const known = new Map<string, number>();
      for (const { set, input, next } of entries) {
        const key = `${set} ${input}`;
        expect(table.get(set, input)).toBe(known.get(key) ?? UNKNOWN_SET);
        if (known.has(key)) continue;
        table.set(set, input, next);
        known.set(key, next);
      }
      for (const [key, next] of known) {
        const [set, input] = key.split(' ').map(Number);
        expect(table.get(set!, input!)).toBe(next);
      }
      expect(table.size).toBe(known.size);
    }),
  );
});
