import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GIVE_UP_AFTER_MS, nextAttemptMs } from './next-attempt.ts';

function attemptsOf(random: () => number): readonly number[] {
  const times: number[] = [0];
  for (;;) {
    const next = nextAttemptMs({ sinceMs: 0, nowMs: times.at(-1)!, random: random() });
    if (next === null) return times;
    times.push(next);
  }
}

test('some twenty attempts in a day, with waits that double', () => {
  const seconds = attemptsOf(() => 0.5).map((time) => time / 1000);
  expect(seconds.slice(0, 6)).toEqual([0, 5, 10, 20, 40, 80]);
  expect(seconds).toHaveLength(18);
  expect(seconds.at(-1)).toBeGreaterThan(18 * 3600);
});

test('none comes at once, and none after a day', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (draws) => {
      const times = attemptsOf(() => draws.next().value);
      expect(times.at(-1)).toBeLessThanOrEqual(GIVE_UP_AFTER_MS);
      expect(times.length).toBeLessThan(40);
      for (const [n, time] of times.slice(1).entries()) expect(time - times[n]!).toBeGreaterThanOrEqual(4000);
    }),
  );
});

test('a receiver may ask for a longer wait', () => {
  const asked = { sinceMs: 0, nowMs: 0, random: 0.5 };
  expect(nextAttemptMs({ ...asked, requestedMs: 60_000 })).toBe(60_000);
  expect(nextAttemptMs({ ...asked, requestedMs: 1 })).toBe(5000);
});
