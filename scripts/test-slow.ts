/** `npm run test:slow [-- FILE]`: the test files named `*.slow.test.ts`, which `npm test` leaves out. */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, COUNTERPART_TEST_SLOW: '1' } },
);
process.exitCode = status ?? 1;
