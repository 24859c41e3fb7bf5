/**
 * `npm test` runs everything but `test/crash/`: those files kill processes and wait for leases, which takes minutes.
 * `npm run test:crash` runs them.
 */
import { defineConfig } from 'vitest/config';

const crashes = 'test/crash/**/*.test.ts';
const everywhere = ['src', 'test', 'scripts', 'eval', 'reliability'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const onlyCrashes = process.env.COUNTERPART_TEST_CRASHES === '1';

export default defineConfig({
  test: {
    include: onlyCrashes ? [crashes] : everywhere,
    exclude: onlyCrashes ? [] : [crashes],
    setupFiles: ['test/support/fail-on-leaks.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
