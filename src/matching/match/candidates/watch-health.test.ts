import { expect, test } from 'vitest';
import { retryLater } from '../../../contract/errors.ts';
import { watchHealth } from './watch-health.ts';

test('an index is down once it has not been well for a while, and up again at once', async () => {
  let nowMs = 1_000_000;
  let isAway = false;
  const asked: string[] = [];
  const health = watchHealth(
    {
      async assertHealthy(name) {
        asked.push(name!);
        if (isAway && name === 'a') throw retryLater('dependency_unavailable', 'away', 1000);
      },
    },
    () => nowMs,
  );
  expect(health.isUp('a')).toBe(true);
  await health.ask(['a', 'b']);
  isAway = true;
  nowMs += 19_999;
  await health.ask(['a', 'b']);
  expect([health.isUp('a'), health.isUp('b')]).toEqual([true, true]);
  nowMs += 1;
  expect([health.isUp('a'), health.isUp('b')]).toEqual([false, true]);
  isAway = false;
  await health.ask(['a', 'b']);
  expect(health.isUp('a')).toBe(true);
  expect(asked).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

test('an index that never was well is down after the same while; one that does not answer is asked once', async () => {
  let nowMs = 0;
  let asked = 0;
  const health = watchHealth(
    {
      assertHealthy() {
        asked += 1;
        return new Promise(() => undefined);
      },
    },
    () => nowMs,
  );
  void health.ask(['a']);
  await health.ask(['a']);
  expect([asked, health.isUp('a')]).toEqual([1, true]);
  nowMs = 20_000;
  expect(health.isUp('a')).toBe(false);
  await health.ask([]);
  expect(health.isUp('a')).toBe(true);
});
