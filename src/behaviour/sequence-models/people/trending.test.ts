/** The items that rise, against a recount event by event. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrendRequest } from './people-protocol.ts';
import { readDataset } from './read-dataset.ts';
import { trendOf } from './trend-of.ts';

interface Event {
  readonly person: number;
  readonly item: number;
  readonly at: number;
}

const [PEOPLE, ITEMS] = [4, 3];
const kinds = ['tea', 'pot', null];
const event = fc.record({ person: fc.nat(PEOPLE), item: fc.nat(ITEMS), at: fc.nat(40) });
const none = { personIds: [], itemIds: [], timestampsMs: new Float64Array() };

function world(events: readonly Event[]) {
  const known = events.filter(({ person, item }) => person < PEOPLE && item < ITEMS);
  const own = Array.from({ length: PEOPLE }, (_, one) => known.filter(({ person }) => person === one));
  const sorted = own.flat();
  const histories = {
    personIds: own.map((_, person) => `p${person}`),
    itemIds: kinds.map((_, item) => `i${item}`),
    offsets: Uint32Array.from([0, ...own.map((_, person) => own.slice(0, person + 1).flat().length)]),
    items: Uint32Array.from(sorted, ({ item }) => item),
    timestampsMs: Float64Array.from(sorted, ({ at }) => at),
  };
  const rows = <Row extends object>(columns: Row) =>
    async function* () {
      yield { start: 0, count: 0, ...columns };
    };
  const attributes = kinds.map((kind) => kind && JSON.stringify({ kind }));
  const ages = histories.personIds.map((_, person) => JSON.stringify({ age: person }));
  const dataset = readDataset(histories, {
    features: { items: { kind: { type: 'category' } }, people: { age: { type: 'number' } } },
    items: rows({
      itemIds: histories.itemIds,
      attributes,
      createdAtMs: new Float64Array(ITEMS).fill(Number.NaN),
    }),
    people: rows({ personIds: histories.personIds, attributes: ages }),
  } as never);
  return { known, dataset };
}

const request = (more: Partial<TrendRequest>) =>
  ({
    appended: none,
    lengthMs: 10,
    untilMs: 30,
    limit: 10,
    filters: null,
    people: null,
    ...more,
  }) as TrendRequest;

function recount(events: readonly Event[], passes: (one: Event) => boolean) {
  const items = [...new Set(events.map(({ item }) => item))].sort();
  return items
    .map((item) => {
      const own = events.filter((one) => one.item === item && passes(one));
      const inWindow = own.filter(({ at }) => at > 20 && at <= 30);
      return {
        itemId: `i${item}`,
        events: inWindow.length,
        people: new Set(inWindow.map(({ person }) => person)).size,
        eventsBefore: own.filter(({ at }) => at > 10 && at <= 20).length,
      };
    })
    .filter((one) => one.events > one.eventsBefore)
    .sort((a, b) => riseOf(b) - riseOf(a) || (a.itemId < b.itemId ? -1 : 1));
}

function riseOf({ events, eventsBefore }: { readonly events: number; readonly eventsBefore: number }) {
  return (events - eventsBefore) / Math.sqrt(events + eventsBefore + 1);
}

const found = ({ items }: Awaited<ReturnType<typeof trendOf>>) =>
  items.map(({ rise: _, ...counts }) => counts);

test('counts the events of both windows, stored and appended, of new items and people too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60 }),
      fc.array(event, { maxLength: 20 }),
      async (some, more) => {
        const { known, dataset } = world(some);
        const appended = {
          personIds: more.map(({ person }) => `p${person}`),
          itemIds: more.map(({ item }) => `i${item}`),
          timestampsMs: Float64Array.from(more, ({ at }) => at),
        };
        const all = [...known, ...more];
        expect(found(await trendOf(dataset, request({ appended })))).toEqual(recount(all, () => true));
        const ofTea = await trendOf(dataset, request({ appended, filters: { kind: 'tea' } }));
        expect(found(ofTea)).toEqual(recount(all, ({ item }) => item === 0));
        const ofYoung = await trendOf(dataset, request({ appended, people: { age: { lt: 2 } } }));
        expect(found(ofYoung)).toEqual(recount(all, ({ person }) => person < 2));
      },
    ),
    { numRuns: 60 },
  );
});

test('ends with the newest event by default, and names what it does not know', async () => {
  const { dataset } = world([
    { person: 0, item: 0, at: 25 },
    { person: 1, item: 1, at: 33 },
  ]);
  const { window, items } = await trendOf(dataset, request({ untilMs: null, limit: 1 }));
  expect(window).toEqual({ beforeMs: 13, fromMs: 23, untilMs: 33 });
  expect(items.map(({ itemId }) => itemId)).toEqual(['i0']);
  await expect(trendOf(dataset, request({ filters: { colour: 'red' } }))).rejects.toMatchObject({
    code: 'unknown_filter',
    message: expect.stringContaining('dataset’s items'),
  });
  await expect(trendOf(dataset, request({ people: { age: { lt: 'old' } } }))).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: expect.stringContaining('person_filters.age') }] },
  });
});
