/**
 * `npm run test:slow [-- FILE]`, `test:long` and `test:crash`: the test files named `*.slow.test.ts`, `*.long.test.ts` or
 * `*.crash.test.ts`, which `npm test` leaves out.
 */
import { spawnSync } from 'node:child_process';

const [kind, ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
  stdio: 'inherit',
  env: { ...process.env, COUNTERPART_TEST_APART: kind },
});
process.exitCode = status ?? 1;
