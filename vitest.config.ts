/**
 * `npm test` runs everything but the slow files: tests that kill processes and wait for leases, and the commands of the
 * guide. `npm run test:crash` runs those.
 */
import { defineConfig } from 'vitest/config';

const slow = ['test/crash/**/*.test.ts', 'test/guide.test.ts'];
const everywhere = ['src', 'test', 'scripts', 'eval', 'reliability', 'sdk/typescript/test'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const onlySlow = process.env.COUNTERPART_TEST_CRASHES === '1';

export default defineConfig({
  test: {
    include: onlySlow ? slow : everywhere,
    exclude: onlySlow ? [] : slow,
    setupFiles: ['test/support/fail-on-leaks.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
