import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { type PersonEvents, unseenTails } from './unseen-tails.ts';

const I = 5;
const row = fc.array(fc.tuple(fc.nat(I - 1), fc.nat(4)), { maxLength: 6 });

function personOf(events: readonly (readonly [number, number])[], person: number): PersonEvents {
  return {
    personId: `p${person}`,
    items: Uint32Array.from(events, ([item]) => item),
    timestampsMs: Float64Array.from(events, ([, at]) => at),
  };
}

test('a tail has the events after the last trained one, as in a plain search', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 5 }),
      fc.array(row, { maxLength: 5 }),
      fc.constantFrom('item', 'event'),
      (now, learned, by) => {
        const seen = historiesOfRows(I, learned);
        const tails = unseenTails(now.map(personOf), seen, (id) => Number(id.slice(1)), by);
        const isSeen = (person: number, [item, at]: readonly [number, number]) =>
          (learned[person] ?? []).some(([other, then]) => other === item && (by === 'item' || then === at));
        expect([...tails]).toEqual(
          now.map((events, person) => {
            const last = events.findLastIndex((event) => isSeen(person, event));
            return events.length - 1 - last;
          }),
        );
      },
    ),
  );
});

test('people are identified by their ids, not by their positions', () => {
  const seen = { ...historiesOfRows(I, [[[1, 1]], [[2, 1]]]), personIds: ['b', 'a'] };
  const events = (personId: string, item: number) => ({ ...personOf([[item, 1]], 0), personId });
  const tails = unseenTails(
    [events('a', 1), events('a', 2), events('b', 1), events('c', 1)],
    seen,
    (id) => Number(id.slice(1)),
    'item',
  );
  expect([...tails]).toEqual([1, 0, 0, 1]);
});
