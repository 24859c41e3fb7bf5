import { expect } from 'vitest';

/**
 * Repeats a reading until it is as expected, also on a busy machine: `await until(() => count()).toBe(3)`.
 */
export function until<T>(read: () => T, timeout = 20_000) {
  return expect.poll(read, { timeout, interval: 20 });
}
