/** `npm run test:crash`: the tests that kill processes and look at what is left. */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, COUNTERPART_TEST_CRASHES: '1' } },
);
process.exitCode = status ?? 1;
