import { expect } from 'vitest';
import type { DatasetStatisticsFields } from '../../../../contract/dataset-statistics.ts';
import type { recount } from './recount.ts';

/** Compares every figure of the statistics with the recount. */
export function expectRecount(
  statistics: DatasetStatisticsFields,
  expected: ReturnType<typeof recount>,
): void {
  const { long_tail, timeline, histories, sessions, repeats, ...counts } = statistics;
  expect(counts).toMatchObject({
    people: expected.people,
    items: expected.items,
    items_with_events: expected.itemsWithEvents,
    events: expected.events,
  });
  expect(repeats.events).toBe(expected.repeats);
  expect(sessions.count).toBe(expected.sessions.count);
  for (const [found, wanted] of [
    [histories, expected.histories],
    [sessions.lengths, expected.sessions],
  ] as const) {
    const { mean, median, p95, longest, bins } = found;
    expect({ median, p95, longest }).toEqual({
      median: wanted.median,
      p95: wanted.p95,
      longest: wanted.longest,
    });
    expect(mean).toBeCloseTo(wanted.mean, 9);
    expect(bins.map(({ count }) => count)).toEqual(bins.map(({ from, to }) => wanted.between(from, to)));
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.count);
  }
  expect(long_tail.curve.length).toBeLessThanOrEqual(100);
  for (const { items, events } of long_tail.curve)
    expect(events).toBeCloseTo(expected.shareOfFirst(Math.round(items * expected.items)), 9);
  if (expected.events > 0) {
    expect(long_tail.curve.at(0)).toEqual({ items: 0, events: 0 });
    expect(long_tail.curve.at(-1)).toEqual({ items: 1, events: 1 });
    const half = Math.round(long_tail.half_of_events * expected.items);
    expect(expected.shareOfFirst(half)).toBeGreaterThanOrEqual(0.5);
    expect(expected.shareOfFirst(half - 1)).toBeLessThan(0.5);
  }
  if (!Number.isNaN(expected.gini)) expect(long_tail.gini).toBeCloseTo(expected.gini, 9);
  expect(long_tail.head.map(({ events }) => events)).toEqual(expected.topCounts);
  for (const { item_id, events } of long_tail.head) expect(expected.countOf(item_id)).toBe(events);
  expect(timeline.bins.length).toBeLessThanOrEqual(120);
  expect(timeline.bins.reduce((sum, { events }) => sum + events, 0)).toBe(expected.events);
  for (const { from, events } of timeline.bins)
    expect(expected.onDays(from, timeline.bin_days), from).toBe(events);
}
