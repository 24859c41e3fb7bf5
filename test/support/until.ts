import { expect } from 'vitest';

/** What is read comes to be as expected, however busy the machine is: `await until(() => count()).toBe(3)`. */
export function until<T>(read: () => T, timeout = 20_000) {
  return expect.poll(read, { timeout, interval: 20 });
}
