import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Floor, reservePlaces } from './reserve-places.ts';

interface Person {
  readonly at: number;
  readonly groups: readonly string[];
}

const names = ['new', 'a', 'b'];
const floorOf = (name: string, minShare: number): Floor<Person> => ({
  name,
  minShare,
  has: ({ groups }) => groups.includes(name),
});
const people = fc
  .array(fc.subarray(names), { maxLength: 30 })
  .map((all): readonly Person[] => all.map((groups, at) => ({ at, groups })));
const offsets = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('reserved places', () => {
  it('give every single floor its share of every beginning, while there are candidates of it', () => {
    fc.assert(
      fc.property(people, fc.constantFrom(0.1, 0.3, 0.5, 1), fc.nat(12), offsets, (all, share, limit, u) => {
        const placed = reservePlaces(all, [floorOf('new', share)], limit, u);
        expect(placed).toHaveLength(Math.min(limit, all.length));
        const have = all.filter(({ groups }) => groups.includes('new')).length;
        let count = 0;
        for (const [n, { candidate }] of placed.entries()) {
          if (candidate.groups.includes('new')) count += 1;
          expect(count).toBeGreaterThanOrEqual(Math.min(have, Math.floor(share * (n + 1) + u)));
        }
      }),
    );
  });

  it('keep the order among the members and among the others, and repeat none', () => {
    fc.assert(
      fc.property(people, fc.nat(12), offsets, (all, limit, u) => {
        const placed = reservePlaces(all, [floorOf('new', 0.3)], limit, u).map(({ candidate }) => candidate);
        for (const isMember of [true, false]) {
          const part = placed.filter(({ groups }) => groups.includes('new') === isMember);
          expect(part.map(({ at }) => at)).toEqual(part.map(({ at }) => at).sort((x, y) => x - y));
        }
        expect(new Set(placed).size).toBe(placed.length);
      }),
    );
  });

  it('change nothing without a floor', () => {
    fc.assert(
      fc.property(people, fc.nat(12), offsets, (all, limit, u) => {
        const placed = reservePlaces(all, [], limit, u);
        expect(placed).toEqual(all.slice(0, limit).map((candidate) => ({ candidate, reservedFor: null })));
      }),
    );
  });

  it('take a candidate that counts for several floors, and say which floor moved it', () => {
    const all = [[], [], ['a'], ['a', 'b']].map((groups, at) => ({ at, groups }));
    const placed = reservePlaces(all, [floorOf('a', 0.5), floorOf('b', 0.5)], 2, 0);
    expect(placed.map(({ candidate, reservedFor }) => [candidate.at, reservedFor])).toEqual([
      [0, null],
      [3, 'a'],
    ]);
  });
});
