import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/support/leaky/leaky.fixture.ts'],
    setupFiles: ['test/support/fail-on-leaks.ts'],
    pool: 'forks',
  },
});
