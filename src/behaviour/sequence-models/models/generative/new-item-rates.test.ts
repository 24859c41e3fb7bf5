import { describe, expect, test } from 'vitest';
import { type MeasuredItems, newItemRates } from './new-item-rates.ts';
import { batchOf } from './testing/pattern-problem.ts';

const histories = (rows: readonly (readonly number[])[], timeOf: (at: number) => number) => {
  const { offsets, items } = batchOf(rows);
  const timestampsMs = Float64Array.from(items, (_, at) => timeOf(at));
  return { offsets, items, timestampsMs, personIds: [], itemIds: [] };
};
/** 1,000 events of items 0 to 9, of which 10 % are in the last tenth; 10 a known item. */
const events = Array.from({ length: 1000 }, (_, at) => at % 10);
/** Items 10 to 12 first occur in the last tenth, 15 events each. */
const withHits = events.map((item, at) => (at >= 900 && at % 2 === 0 && at < 990 ? 10 + (at % 3) : item));
const measured = (given: Partial<MeasuredItems> & { readonly events?: readonly number[] } = {}) =>
  newItemRates({
    train: histories([given.events ?? events], (at) => at),
    createdAtMs: null,
    newItems: Uint32Array.of(13, 14, 15, 16),
    knownCount: 10,
    share: null,
    ...given,
  });
/** The share of probability by the rates. */
const shareOf = (rates: Float32Array, knownCount = 10) => {
  const sum = rates.reduce((all, rate) => all + rate, 0);
  return sum / (knownCount + sum);
};

describe('the rates of new items', () => {
  test('are low where none was taken that was new, the lower the more such items there are', () => {
    // 4 new items could have had 4 · 10 events; the prior weighs 1.
    expect(measured().kinds).toEqual({ undated: { items: 4, rate: 1 / 41 } });
    const newItems = Uint32Array.from({ length: 100 }, (_, nth) => 13 + nth);
    expect(measured({ newItems }).kinds.undated!.rate).toBeCloseTo(1 / 1001, 9);
  });

  test('follow the number of items that were taken once, not a few that were taken often', () => {
    const newItems = Uint32Array.of(13, 14);
    expect(measured({ events: withHits, newItems }).kinds.undated!.rate).toBeLessThan(0.5);
    const takenOnce = events.map((item, at) => (at >= 900 && at % 10 === 0 ? 20 + at / 10 : item));
    const { kinds, rates } = measured({ events: takenOnce, newItems });
    // 10 were taken once, 2 were not; at most the rate of a known item.
    expect(kinds).toEqual({ undated: { items: 2, rate: 11 / 19 } });
    expect(shareOf(rates)).toBeCloseTo((2 * (11 / 19)) / (10 + 2 * (11 / 19)), 6);
    const newest = measured({ events: takenOnce, newItems: Uint32Array.of(13) });
    expect(newest.kinds.undated!.rate).toBe(1);
  });

  test('with dates, recent items have the rate of recent ones and old ones that of old ones', () => {
    const createdAtMs = new Float64Array(17).fill(Number.NaN);
    for (const hit of [10, 11, 12]) createdAtMs[hit] = 900;
    createdAtMs[13] = 990;
    createdAtMs[14] = 10;
    createdAtMs[15] = 20;
    const { kinds, rates } = measured({ events: withHits, createdAtMs });
    expect(Object.keys(kinds).sort()).toEqual(['older', 'recent', 'undated']);
    expect(kinds.recent!.rate).toBeGreaterThan(1.5);
    expect(kinds.older!.rate).toBeLessThan(0.5);
    expect(kinds.older!.items).toBe(2);
    expect(rates[0]).toBeGreaterThan(3 * rates[1]!);
  });

  test('are scaled to the wanted share, and to a fifth at most otherwise', () => {
    expect(shareOf(measured({ share: 0.3 }).rates)).toBeCloseTo(0.3, 5);
    expect(shareOf(measured({ share: 0 }).rates)).toBeLessThan(1e-5);
    const newItems = Uint32Array.from({ length: 12 }, (_, nth) => 13 + nth);
    const createdAtMs = new Float64Array(25).fill(995);
    const { rates } = measured({ events: withHits, newItems, createdAtMs });
    expect(shareOf(rates)).toBeCloseTo(0.2, 5);
    expect(rates.every((rate) => rate > 0)).toBe(true);
  });

  test('are measured by position in the history if all timestamps are equal', () => {
    const rows = Array.from({ length: 10 }, (_, person) => [
      0,
      1,
      2,
      3,
      4,
      0,
      1,
      2,
      3,
      person % 2 === 0 ? 7 : 4,
    ]);
    const train = histories(rows, () => 5);
    const { kinds } = measured({ train, newItems: Uint32Array.of(8), createdAtMs: new Float64Array(9) });
    // Item 7 has 5 of the last tenth's events, the five known items 5 together; item 8 has none.
    expect(kinds).toEqual({ undated: { items: 1, rate: 1 / 2 } });
  });
});
