import { expect, it } from 'vitest';
import type { SystemState } from '../../api/admin-queries.ts';
import { curveOf, type Sample, withSample } from './trend.ts';

const state = (second: number, requests: number, started = 'first') =>
  ({
    at: new Date(second * 1000).toISOString(),
    started_at: started,
    requests: { by_status: [{ status: 200, count: requests }] },
    memory: { rss_bytes: 5 },
    event_loop: { p99_ms: 2 },
  }) as unknown as SystemState;
const after = (...states: readonly SystemState[]) =>
  states.reduce<readonly Sample[]>((samples, each) => withSample(samples, each), []);

it('counts requests a second between two answers', () => {
  expect(after(state(0, 10), state(5, 30)).map(({ perSecond }) => perSecond)).toEqual([undefined, 4]);
});

it('begins anew with a process that began anew', () => {
  expect(after(state(0, 10), state(5, 30, 'second')).at(-1)?.perSecond).toBeUndefined();
});

it('keeps each answer once, and the latest sixty', () => {
  expect(after(state(0, 1), state(0, 1))).toHaveLength(1);
  const many = after(...Array.from({ length: 100 }, (_, n) => state(n, n)));
  expect([many.length, many[0]?.atMs]).toEqual([60, 40_000]);
});

it('draws the greatest value at the top, also where all are 0', () => {
  expect(curveOf([0, 5, 10])).toBe('0.0,27.0 50.0,14.0 100.0,1.0');
  expect(curveOf([0, 0])).toBe('0.0,27.0 100.0,27.0');
});
