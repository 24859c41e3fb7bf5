import { expect, test } from 'vitest';
import { noveltyShare } from './novelty-share.ts';
import { batchOf } from './testing/pattern-problem.ts';

const histories = (rows: readonly (readonly number[])[], timeOf: (at: number) => number) => {
  const { offsets, items } = batchOf(rows);
  const timestampsMs = Float64Array.from(items, (_, at) => timeOf(at));
  return { offsets, items, timestampsMs, personIds: [], itemIds: [] };
};
/** 100 events of items 0 to 4, except the events 90 and 95 of item 7. */
const items = Array.from({ length: 100 }, (_, at) => (at === 90 || at === 95 ? 7 : at % 5));

test('is the share of events of new items in the last tenth, scaled down if the catalogue has fewer new items', () => {
  const two = items.with(99, 8);
  expect(
    noveltyShare(
      histories([items], (at) => at),
      1,
    ),
  ).toBeCloseTo(0.2, 9);
  expect(
    noveltyShare(
      histories([two.with(95, 0)], (at) => at),
      2,
    ),
  ).toBeCloseTo(0.2, 9);
  expect(
    noveltyShare(
      histories([two.with(95, 0)], (at) => at),
      1,
    ),
  ).toBeCloseTo(0.1, 9);
  expect(
    noveltyShare(
      histories([two.with(95, 0)], (at) => at),
      50,
    ),
  ).toBeCloseTo(0.2, 9);
});

test('is within its bounds', () => {
  expect(
    noveltyShare(
      histories([items.map((_, at) => at)], (at) => at),
      10,
    ),
  ).toBe(0.2);
  expect(
    noveltyShare(
      histories([items.map((item) => item % 5)], (at) => at),
      10,
    ),
  ).toBe(0.005);
});

test('is measured by position in the history if all timestamps are equal', () => {
  const rows = Array.from({ length: 10 }, (_, person) => [0, 1, 2, 3, 4, 0, 1, 2, 3, person === 0 ? 7 : 4]);
  expect(
    noveltyShare(
      histories(rows, () => 5),
      1,
    ),
  ).toBeCloseTo(0.1, 9);
});
