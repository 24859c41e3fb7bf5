/**
 * `npm test` runs every test file but the slow ones, `*.slow.test.ts`: tests that kill processes, wait for time-outs,
 * train more than a few seconds, or run the commands of the guide. `npm run test:slow` runs those.
 */
import { defineConfig } from 'vitest/config';

const everywhere = ['src', 'test', 'scripts', 'eval', 'reliability'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const slow = ['{src,test}/**/*.slow.test.ts'];
const onlySlow = process.env.COUNTERPART_TEST_SLOW === '1';

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
