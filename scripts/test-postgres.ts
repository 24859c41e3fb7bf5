/**
 * `npm run test:postgres [-- FILE]`: the tests of the store on a real PostgreSQL, which `npm test` runs on SQLite
 * alone, and those named `*.postgres.test.ts`. The server comes from npm and runs in a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

const given = process.argv.slice(2);
const files = globSync('src/**/*.test.ts').filter(
  (file) => file.endsWith('.postgres.test.ts') || readFileSync(file, 'utf8').includes('storesUnderTest'),
);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...(given.length > 0 ? given : files)],
  { stdio: 'inherit', env: { ...process.env, COUNTERPART_TEST_POSTGRES: '1' } },
);
process.exitCode = status ?? 1;
