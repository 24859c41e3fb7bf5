import { expect, test } from 'vitest';
import { type EventKinds, noDeclaredEvents } from '../../../contract/dataset-events.ts';
import { describeKinds } from '../adaptation/describe-kinds.ts';
import { hasSequences } from '../adaptation/evaluable-protocols.ts';
import { rejectionInputs, rejectionRows } from '../models/sequential/rejection-rows.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { targetItem } from '../splits/split.ts';
import { targetWeight } from '../splits/target-weight.ts';
import { splitByTime } from '../splits/temporal-split.ts';
import { type Event, snapshotOf } from '../testing/snapshot-of.ts';
import { collectHistories } from './collect-histories.ts';

const kinds: EventKinds = { view: { weight: 0.25 }, seen: { weight: 0 }, return: { weight: -2 } };
const at = (person: string, item: string, timestampMs: number, kind = 'view'): Event => {
  return { person, item, timestampMs, kind, value: 1 };
};

function read(events: readonly Event[], settings: object = {}, declared = kinds) {
  const snapshot = {
    ...snapshotOf('abcdef', events),
    declaredEvents: { ...noDeclaredEvents, kinds: declared },
  };
  return collectHistories(snapshot, settings);
}

const events = [
  at('p', 'a', 1),
  at('p', 'b', 2, 'buy'),
  at('p', 'c', 3, 'seen'),
  at('p', 'd', 4),
  at('p', 'd', 5, 'buy'),
  at('p', 'b', 6, 'return'),
  at('q', 'e', 1, 'buy'),
  at('q', 'e', 2, 'return'),
  at('q', 'f', 3),
  at('q', 'e', 4, 'buy'),
  at('r', 'a', 1, 'return'),
];

test('kinds weigh, an item has its largest weight, and what was returned is no target', async () => {
  const { personIds, items, weights, offsets, rejections, kinds: found } = await read(events);
  expect([personIds, [...offsets]]).toEqual([
    ['p', 'q'],
    [0, 3, 5],
  ]);
  expect([...items]).toEqual([0, 1, 3, 4, 5]);
  expect([...weights!]).toEqual([0.25, 0, 1, 1, 0.25]);
  // q took e again, and r has no history.
  expect(rejections).toEqual({
    offsets: Uint32Array.of(0, 1, 1),
    items: Uint32Array.of(1),
    timestampsMs: Float64Array.of(6),
    weights: Float32Array.of(2),
  });
  expect(found).toContainEqual({ kind: 'buy', weight: 1, events: 4 });
  const kept = await read(events, { repeats: 'kept', minEvents: 4 });
  expect([...kept.items]).toEqual([0, 1, 3, 3]);
  expect([...kept.weights!]).toEqual([0.25, 0, 0.25, 1]);
  expect([...kept.rejections!.items]).toEqual([1]);
  const everyone = await read(events, { minEvents: 0 });
  expect([everyone.personIds, [...everyone.offsets]]).toEqual([
    ['p', 'q', 'r'],
    [0, 3, 5, 5],
  ]);
  expect([...everyone.rejections!.items]).toEqual([1, 0]);
});

test('requested kinds hold for returns too; without a declaration nothing weighs', async () => {
  const bought = await read(events, { kinds: ['buy'] });
  expect(bought.rejections).toBeUndefined();
  expect([...bought.items]).toEqual([1, 3, 4]);
  const plain = await read(events, {}, {});
  expect([plain.weights, plain.rejections, plain.kinds]).toEqual([undefined, undefined, []]);
});

/** 40 people who view a, buy b and c and view d. The first five return c, the others view e before. */
const shop = Array.from({ length: 40 }, (_, person) => [
  ...(person < 5 ? [] : [at(`p${person}`, 'e', 5)]),
  at(`p${person}`, 'a', 10),
  at(`p${person}`, 'b', 20, 'buy'),
  at(`p${person}`, 'c', 30, 'buy'),
  at(`p${person}`, 'd', 40),
  ...(person < 5 ? [at(`p${person}`, 'c', 35, 'return')] : []),
]).flat();

test('a model is evaluated by the events of the greatest weight', async () => {
  const histories = await read(shop);
  const { test: cases, validation, train } = leaveOneOut(histories);
  expect(cases.people.length).toBe(35);
  expect(new Set(Array.from(cases.people.keys(), (which) => targetItem(cases, which)))).toEqual(new Set([2]));
  expect(new Set(Array.from(validation.cases.people.keys(), (n) => targetItem(validation.cases, n)))).toEqual(
    new Set([1]),
  );
  // Everything is learned of people who returned c, because they have no test target.
  expect(train.items.length).toBe(35 * 2 + 5 * 4);
  expect(train.rejections!.items.length).toBe(5);
  const byTime = splitByTime(histories, { validationFromMs: 15, testFromMs: 25 });
  expect([...byTime.test.people]).toEqual(Array.from({ length: 35 }, (_, n) => n + 5));
  expect(byTime.train.rejections!.items.length).toBe(0);
  const late = await read([...shop, at('p9', 'd', 60, 'return')]);
  const { train: before } = splitByTime(late, { validationFromMs: 25, testFromMs: 45 });
  expect(before.rejections!.items.length).toBe(5);
  expect(describeKinds(histories.kinds, histories)).toContain(
    'events of the greatest weight, 1. 5 items that 5 people turned down are pushed away in the loss',
  );
});

test('every event is a target where too little is left to learn, but none that was turned down', async () => {
  const short = await read(shop.filter(({ item }) => item !== 'e'));
  const least = targetWeight(short);
  expect([
    ...new Set(Array.from(leaveOneOut(short).test.targets, (at) => short.itemIds[short.items[at]!])),
  ]).toEqual(['d']);
  expect(describeKinds(short.kinds, short)).toContain('Every event is a target');
  const all = await read(shop.flatMap((event) => [event, { ...event, timestampMs: 50, kind: 'return' }]));
  expect([...new Set(all.weights)]).toEqual([0]);
  // A thread that has run ONNX takes denormal numbers for 0.
  expect(Math.min(least, targetWeight(all))).toBeGreaterThan(2 ** -126);
  expect(leaveOneOut(all).test.people).toHaveLength(0);
  expect(hasSequences(all)).toBe(false);
  expect(hasSequences(short)).toBe(true);
});

test('a rejection is learned from the state in which the item was taken', async () => {
  const histories = await read(shop);
  const rows = rejectionRows(histories, Uint32Array.from(histories.itemIds.keys()))!;
  expect([...rows.positions]).toEqual([1, 5, 9, 13, 17]);
  const windows = [
    { start: 4, end: 7 },
    { start: 0, end: 1 },
    { start: 8, end: 10 },
  ];
  expect(rejectionInputs(rows, windows, 3)).toEqual({
    'rejected-places': { values: Int32Array.of(1, 7), shape: [2] },
    rejected: { values: Int32Array.of(2, 2), shape: [2] },
    'rejected-weights': { values: Float32Array.of(2, 2), shape: [2] },
  });
  const none = rejectionInputs(rows, [{ start: 0, end: 1 }], 1);
  expect(none['rejected-weights']!.values).toEqual(Float32Array.of(0));
});
