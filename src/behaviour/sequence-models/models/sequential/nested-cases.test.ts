import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasRepeats } from '../../baselines/own-frequency.ts';
import { leaveOneOut } from '../../splits/leave-one-out.ts';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { seenItems } from '../seen-items.ts';
import { nestedCases } from './nested-cases.ts';

it('gives each person to one half, whatever the seed, and never more than needed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fc.nat(1000), (people, seed) => {
      const rows = Array.from({ length: people }, () => [0, 1, 2].map((n) => [n, n] as const));
      const { cases } = leaveOneOut(historiesOfRows(3, rows)).validation;
      const { stopping, choosing } = nestedCases(cases, seed);
      const both = new Set([...stopping.people, ...choosing.people]);
      expect(both.size).toBe(stopping.people.length + choosing.people.length);
      expect(stopping.people.length).toBe(Math.ceil(people / 2));
      expect(choosing.people.length).toBe(Math.min(1500, Math.floor(people / 2)));
      for (const [at, target] of choosing.targets.entries())
        expect(target).toBe(3 * choosing.people[at]! + 1);
    }),
    { numRuns: 20 },
  );
});

it('ranks items of the history where targets repeat them, though the training data have no repeats', () => {
  const rows = [[0, 1, 2, 0, 1].map((item, at) => [item, at] as const)];
  const { train, cases } = leaveOneOut(historiesOfRows(3, rows)).validation;
  expect(hasRepeats(train)).toBe(false);
  expect(seenItems({ validation: cases })).toBe('ranked');
  expect(seenItems({ validation: cases, repeats: 'folded' })).toBe('masked');
  expect(seenItems({ validation: null })).toBe('masked');
});
