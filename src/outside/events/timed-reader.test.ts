import { expect, test } from 'vitest';
import type { Event } from './event.ts';
import { LATEST_MS, MOST_AT_ONCE, OVERLAP_MS, TimedReader } from './timed-reader.ts';

const NOW_MS = 1_000_000;

function eventAt(atMs: number, n = atMs): Event {
  return { id: `e${n}`, type: 'match.made', atMs, people: [], data: {} };
}

/** Reads from this list as from a table. */
const reading = (rows: readonly Event[]) =>
  new TimedReader(
    async (sinceMs, limit) => rows.filter(({ atMs }) => atMs >= sinceMs).slice(0, limit),
    NOW_MS - 60_000,
  );

test('a row that is committed late is read, and no row twice', async () => {
  const rows = [eventAt(NOW_MS - 10)];
  const reader = reading(rows);
  expect((await reader.next(NOW_MS)).events).toEqual([rows[0]]);
  rows.unshift(eventAt(NOW_MS - 20));
  rows.push(eventAt(NOW_MS + 500));
  expect(await reader.next(NOW_MS + 1000)).toEqual({ events: [rows[0], rows[2]], gap: null });
  expect((await reader.next(NOW_MS + 2000)).events).toEqual([]);
  expect(reader.sinceMs).toBe(NOW_MS + 2000 - LATEST_MS);
});

test('rows that waited for a long transaction are read, also more of them than one read takes', async () => {
  const rows: Event[] = [];
  const reader = reading(rows);
  const late = Array.from({ length: MOST_AT_ONCE * 2 }, (_, n) => eventAt(NOW_MS + n));
  const read: Event[] = [];
  for (let look = 0; look < 40; look++) {
    if (look === 25) rows.push(...late);
    const { events, gap } = await reader.next(NOW_MS + look * 1000);
    expect(gap).toBeNull();
    read.push(...events);
  }
  expect(read).toEqual(late);
});

test('more than one read takes comes with the next ones', async () => {
  const rows = Array.from({ length: MOST_AT_ONCE * 2 }, (_, n) => eventAt(NOW_MS - 5000 + n));
  const reader = reading(rows);
  const read: Event[] = [];
  for (let look = 0; look < 4; look++) {
    const { events, gap } = await reader.next(NOW_MS + look * 1000);
    expect(gap).toBeNull();
    read.push(...events);
  }
  expect(read).toEqual(rows);
});

test('one that is far behind goes on at the present, and says so', async () => {
  const rows = Array.from({ length: MOST_AT_ONCE * 3 }, (_, n) => eventAt(NOW_MS - 60_000 + n));
  const reader = reading(rows);
  const { events, gap } = await reader.next(NOW_MS);
  expect(events).toHaveLength(MOST_AT_ONCE);
  expect(gap).toEqual({ sinceMs: events.at(-1)!.atMs, untilMs: NOW_MS - OVERLAP_MS });
  expect(await reader.next(NOW_MS)).toEqual({ events: [], gap: null });
});

test('more events of one millisecond than a read takes are left out, and it says so', async () => {
  const rows = Array.from({ length: MOST_AT_ONCE + 1 }, (_, n) => eventAt(NOW_MS, n));
  const reader = reading(rows);
  expect((await reader.next(NOW_MS)).events).toHaveLength(MOST_AT_ONCE);
  expect(await reader.next(NOW_MS)).toEqual({ events: [], gap: { sinceMs: NOW_MS, untilMs: NOW_MS + 1 } });
});
