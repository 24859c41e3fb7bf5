import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { RateStore } from '../../platform/storage/rate-store.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';

const key = { tenantId: tenantId('ten_1'), keyId: 'key_1', rate: 10, burst: 20 };
let nowMs: number;
let store: RateStore & { calls: number; broken: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  store = {
    calls: 0,
    broken: false,
    take: async (used) => {
      store.calls += 1;
      if (store.broken) throw new Error('away');
      return used.map(({ keyId, rate, burst, used: taken }) => {
        const { tokens, atMs } = buckets.get(keyId) ?? { tokens: burst, atMs: nowMs };
        const left = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * rate) - taken;
        buckets.set(keyId, { tokens: left, atMs: nowMs });
        return left;
      });
    },
    forget: async () => {},
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const limiters = (count: number) =>
  Array.from({ length: count }, () => new SharedRateLimiter(store, () => nowMs));

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    nowMs += 50;
    await vi.advanceTimersByTimeAsync(50);
  }
}

/** Each limiter is asked `perStep` times every 50 ms. Returns how many requests were admitted. */
async function hammer(all: readonly SharedRateLimiter[], perStep: number, ms: number): Promise<number> {
  let admitted = 0;
  for (let left = ms; left > 0; left -= 50) {
    for (const limiter of all) for (let n = 0; n < perStep; n++) if (limiter.take(key).allowed) admitted += 1;
    await pass(50);
  }
  return admitted;
}

test('three processes together hold the rate of a key over time', async () => {
  const admitted = await hammer(limiters(3), 5, 30_000);
  expect(admitted).toBeLessThanOrEqual(20 + 10 * 30 + 2 * 20 + 6);
  expect(admitted).toBeGreaterThan(0.9 * 10 * 30);
});

test('what was admitted too much is made up for', async () => {
  const [one, two] = limiters(2) as [SharedRateLimiter, SharedRateLimiter];
  for (let n = 0; n < 20; n++) for (const limiter of [one, two]) expect(limiter.take(key).allowed).toBe(true);
  await pass(250);
  await pass(1000);
  expect([one.take(key).allowed, two.take(key).allowed]).toEqual([false, false]);
  expect(one.peek(key)).toMatchObject({ allowed: false, remaining: 0 });
  await pass(1250);
  expect(one.take(key).allowed).toBe(true);
});

test('many requests cost few calls of the database, and an idle process none', async () => {
  const [limiter] = limiters(1) as [SharedRateLimiter];
  await hammer([limiter], 1, 2000);
  expect(store.calls).toBeLessThanOrEqual(10);
  await pass(1000);
  const before = store.calls;
  await pass(5000);
  expect(store.calls).toBe(before);
});

test('while the database does not answer each process counts for itself, and settles afterwards', async () => {
  store.broken = true;
  const [one, two] = limiters(2) as [SharedRateLimiter, SharedRateLimiter];
  const admitted = await hammer([one], 5, 2000);
  expect(admitted).toBeGreaterThanOrEqual(39);
  store.broken = false;
  await hammer([one], 1, 500);
  two.take(key);
  await pass(250);
  expect(two.take(key).allowed).toBe(false);
});
