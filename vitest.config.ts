/**
 * `npm test` runs every test file but the slow ones, `*.slow.test.ts`: tests that kill processes, wait for time-outs,
 * train for more than a few seconds, or run the commands of the guide. `npm run test:slow` runs those.
 *
 * Files share the modules that a test process has loaded: loading them anew for each file costs a quarter of the
 * processor time. A file that replaces a module (`vi.mock`) gets a process of its own.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const include = ['src', 'test', 'scripts', 'eval', 'reliability'].map((folder) => `${folder}/**/*.test.ts`);
const slow = ['{src,test}/**/*.slow.test.ts'];
const onlySlow = process.env.COUNTERPART_TEST_SLOW === '1';
const replaceModules = ['src/composition/whole-service/settings.test.ts'];

const shared = {
  setupFiles: ['test/support/fail-on-leaks.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    // Vitest leaves a core idle by default: on two cores it would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: onlySlow
      ? [{ test: { ...shared, name: 'slow', include: slow } }]
      : [
          {
            test: {
              ...shared,
              name: 'shared',
              include,
              exclude: [...slow, ...replaceModules],
              isolate: false,
            },
          },
          { test: { ...shared, name: 'isolated', include: replaceModules } },
        ],
  },
});
