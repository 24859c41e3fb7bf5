import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventSettings } from '../../../contract/adaptation.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import { type Event, snapshotOf } from '../testing/snapshot-of.ts';
import { collectHistories } from './collect-histories.ts';
import type { Histories } from './histories.ts';

const at = (person: string, item: string, timestampMs: number, given: Partial<Event> = {}): Event => ({
  person,
  item,
  timestampMs,
  kind: 'view',
  value: 1,
  ...given,
});

function itemsByPerson({ personIds, itemIds, offsets, items }: Histories): Readonly<Record<string, string>> {
  return Object.fromEntries(
    personIds.map((person, n) => [
      person,
      [...items.subarray(offsets[n]!, offsets[n + 1]!)].map((item) => itemIds[item]).join(' '),
    ]),
  );
}

describe('histories', () => {
  it('are ordered by person and time, with ties in import order and item numbers of the catalogue', async () => {
    const histories = await collectHistories(
      snapshotOf('abcd', [
        at('q', 'c', 5),
        at('p', 'b', 3),
        at('q', 'a', 1),
        at('p', 'd', 3),
        at('q', 'b', 5),
      ]),
    );
    expect(itemsByPerson(histories)).toEqual({ q: 'a c b', p: 'b d' });
    expect(histories.itemIds).toEqual(['a', 'b', 'c', 'd']);
    expect([...histories.offsets]).toEqual([0, 3, 5]);
    expect([...histories.timestampsMs]).toEqual([1, 5, 5, 3, 3]);
  });

  it('have only events of the requested kinds and values', async () => {
    const events = [
      at('p', 'a', 1, { kind: 'buy', value: 5 }),
      at('p', 'b', 2, { kind: 'buy', value: 2 }),
      at('p', 'c', 3, { value: 9 }),
    ];
    const read = (settings: object) =>
      collectHistories(snapshotOf('abc', events), settings).then(itemsByPerson);
    expect(await read({ kinds: ['buy'] })).toEqual({ p: 'a b' });
    expect(await read({ minValue: 5 })).toEqual({ p: 'a c' });
    expect(await read({ kinds: ['buy'], minValue: 3 })).toEqual({ p: 'a' });
    expect(await read({ kinds: [] })).toEqual({});
  });

  it('have no dislikes, unless the least value is below 0', async () => {
    const events = [
      at('p', 'a', 1),
      at('p', 'b', 2, { kind: 'rate', value: -1 }),
      at('p', 'c', 3, { kind: 'rate', value: 0 }),
      at('q', 'a', 1, { kind: 'rate', value: -2 }),
    ];
    const read = (settings: object) => collectHistories(snapshotOf('abc', events), settings);
    expect(itemsByPerson(await read({}))).toEqual({ p: 'a c' });
    expect((await read({})).leftOut).toEqual({ impossibleTimes: 0, negativeValues: 2 });
    expect((await read({ kinds: ['view'] })).leftOut.negativeValues).toBe(0);
    expect(itemsByPerson(await read({ minValue: -1 }))).toEqual({ p: 'a b c' });
    expect((await read({ minValue: -2 })).leftOut.negativeValues).toBe(0);
    expect(eventSettings(EventSettings.parse({})).minValue).toBe(0);
    expect(eventSettings(EventSettings.parse({ least_value: -2 })).minValue).toBe(-2);
  });

  it('have no events of 2099, nor of 1970 among later ones, and no person who has only those', async () => {
    const [ahead, later] = [Date.UTC(2099, 0, 1), Date.UTC(2024, 0, 1)];
    const events = [
      at('p', 'a', ahead),
      at('p', 'b', later),
      at('q', 'b', ahead),
      at('r', 'c', later),
      at('r', 'a', 0),
      at('s', 'a', 1_700_000_000),
      at('r', 'b', later + 1),
    ];
    const found = await collectHistories(snapshotOf('abc', events));
    expect(itemsByPerson(found)).toEqual({ p: 'b', r: 'c b' });
    expect(found.leftOut).toEqual({ impossibleTimes: 4, negativeValues: 0 });
    expect(Math.max(...found.timestampsMs)).toBe(later + 1);
  });

  it('count repeats once or every time, and then omit people with too few events', async () => {
    const events = [at('p', 'a', 1), at('p', 'b', 2), at('p', 'a', 3), at('q', 'a', 1), at('q', 'a', 2)];
    const read = (settings: object) =>
      collectHistories(snapshotOf('ab', events), settings).then(itemsByPerson);
    expect(await read({ repeats: 'kept' })).toEqual({ p: 'a b a', q: 'a a' });
    expect(await read({ repeats: 'folded' })).toEqual({ p: 'a b', q: 'a' });
    expect(await read({ repeats: 'kept', minEvents: 2 })).toEqual({ p: 'a b a', q: 'a a' });
    expect(await read({ repeats: 'folded', minEvents: 2 })).toEqual({ p: 'a b' });
  });

  it('have only ties shuffled, by the seed', async () => {
    const events = [...'abcdefgh'].map((item, n) => at('p', item, n < 6 ? 7 : 9));
    const read = (shuffledBy: number) =>
      collectHistories(snapshotOf('abcdefgh', events), { ties: { shuffledBy } }).then(
        (made) => itemsByPerson(made).p!,
      );
    const [one, same, other] = [await read(1), await read(1), await read(2)];
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    const firsts = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const order = await read(seed);
      expect([...order.slice(0, 11).split(' ')].sort().join('')).toBe('abcdef');
      firsts.add(order[0]!);
    }
    expect(firsts.size).toBe(6);
  });

  it('equal those of a plain sort', async () => {
    const anyEvent = fc.record({
      person: fc.constantFrom('p', 'q', 'r'),
      item: fc.constantFrom('a', 'b', 'c', 'd'),
      timestampMs: fc.integer({ min: -5, max: 5 }),
      kind: fc.constantFrom('view', 'buy'),
      value: fc.integer({ min: 0, max: 3 }),
    });
    const settings = fc.record({
      kinds: fc.constantFrom<readonly string[] | null>(null, ['buy']),
      minValue: fc.constantFrom(null, 2),
      repeats: fc.constantFrom('kept' as const, 'folded' as const),
      minEvents: fc.constantFrom(1, 3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 40 }), settings, async (events, given) => {
        const plain: Record<string, string[]> = {};
        const wanted = events.filter(
          ({ kind, value }) =>
            (given.kinds?.includes(kind) ?? true) && (given.minValue === null || value >= given.minValue),
        );
        for (const { person, item } of wanted.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
          plain[person] ??= [];
          if (given.repeats === 'kept' || !plain[person].includes(item)) plain[person].push(item);
        }
        const expected = Object.entries(plain)
          .filter(([, items]) => items.length >= given.minEvents)
          .map(([person, items]) => [person, items.join(' ')]);
        expect(itemsByPerson(await collectHistories(snapshotOf('abcd', events), given))).toEqual(
          Object.fromEntries(expected),
        );
      }),
    );
  });

  it('reject an event of a missing item, and an aborted signal', async () => {
    await expect(collectHistories(snapshotOf('a', [at('p', 'x', 1)]))).rejects.toThrow('the item «x»');
    const stopped = AbortSignal.abort(new Error('stop'));
    await expect(collectHistories(snapshotOf('a', [at('p', 'a', 1)]), {}, stopped)).rejects.toThrow('stop');
  });
});
