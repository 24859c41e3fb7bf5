import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyRateLimiter } from './key-rate-limiter.ts';

const key = { keyId: 'key_1', rate: 100, burst: 200 };

function limiterAt(startMs: number) {
  const time = { nowMs: startMs };
  return { time, limiter: new KeyRateLimiter(() => time.nowMs) };
}

test('lets a burst through, then as many as the rate allows', () => {
  const { time, limiter } = limiterAt(1000);
  const burst = Array.from({ length: 250 }, () => limiter.take(key).allowed);
  expect(burst.filter(Boolean)).toHaveLength(200);
  expect(limiter.take(key)).toEqual({ allowed: false, remaining: 0, fullInMs: 2000, retryAfterMs: 10 });
  time.nowMs += 9;
  expect(limiter.take(key)).toMatchObject({ allowed: false, retryAfterMs: 1 });
  time.nowMs += 1;
  expect(limiter.take(key).allowed).toBe(true);
  time.nowMs += 1000;
  expect(limiter.peek(key)).toMatchObject({ remaining: 100, fullInMs: 1000 });
});

test('a peek takes nothing, and keys do not share', () => {
  const { limiter } = limiterAt(0);
  limiter.take(key);
  expect(limiter.peek(key)).toMatchObject({ allowed: true, remaining: 199, retryAfterMs: 0 });
  expect(limiter.peek(key)).toMatchObject({ remaining: 199 });
  expect(limiter.peek({ ...key, keyId: 'key_2' })).toMatchObject({ remaining: 200, fullInMs: 0 });
});

test('a clock that goes back gives nothing and takes nothing', () => {
  const { time, limiter } = limiterAt(5000);
  limiter.take(key);
  time.nowMs = 0;
  expect(limiter.peek(key).remaining).toBe(199);
});

test('forgetting full buckets changes no answer', () => {
  const { time, limiter } = limiterAt(0);
  limiter.take({ ...key, keyId: 'slow', rate: 1, burst: 1 });
  for (let n = 0; n < 25_000; n++) {
    time.nowMs += 0.001;
    limiter.take({ ...key, keyId: `key_${n}` });
  }
  expect(limiter.peek({ ...key, keyId: 'slow', rate: 1, burst: 1 }).allowed).toBe(false);
  expect(limiter.peek({ ...key, keyId: 'key_24999' }).remaining).toBe(199);
});

test('never lets more through than burst plus rate times the time passed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 300 }),
      (rate, burst, gapsMs) => {
        const { time, limiter } = limiterAt(0);
        let allowed = 0;
        for (const gap of gapsMs) {
          time.nowMs += gap;
          if (limiter.take({ keyId: 'k', rate, burst }).allowed) allowed++;
          expect(allowed).toBeLessThanOrEqual(burst + (rate * time.nowMs) / 1000 + 1e-3);
        }
      },
    ),
  );
});
