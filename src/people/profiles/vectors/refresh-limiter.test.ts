import { expect, test } from 'vitest';
import { createRefreshLimiter } from './refresh-limiter.ts';

test('six a minute in any window, and the time at which the window opens', () => {
  const limiter = createRefreshLimiter(6, 60_000);
  for (let at = 0; at < 6; at++) expect(limiter.tryRefresh('amelia', at * 1000)).toBeNull();
  expect(limiter.tryRefresh('amelia', 6000)).toBe(60_000);
  expect(limiter.tryRefresh('ben', 6000)).toBeNull();
  expect(limiter.tryRefresh('amelia', 59_999)).toBe(60_000);
  expect(limiter.tryRefresh('amelia', 60_000)).toBeNull();
  expect(limiter.tryRefresh('amelia', 60_500)).toBe(61_000);
});
