import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      // A page that loads beside other tests takes longer than the second that is the default.
      expect: { poll: { timeout: 30_000 } },
      projects: [
        { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
        {
          extends: true,
          test: {
            name: 'browser',
            include: ['test/**/*.browser.test.ts'],
            globalSetup: 'test/support/start-run.ts',
            isolate: false,
            testTimeout: 300_000,
            hookTimeout: 180_000,
            // Two at once wait longer for pages than one after the other, beside other tests.
            maxWorkers: 1,
          },
        },
      ],
    },
  }),
);
