/**
 * `npm run test:postgres [-- FILE]`: the tests of the store on a real PostgreSQL, which `npm test` runs on
 * SQLite alone, and those named `*.postgres.test.ts`. Then come tests of the whole service, each on a
 * database of its own. The server comes from npm and runs in a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/** Tests of people, their decisions and their counts, from the interface to the tables. */
const ofTheService = [
  'event-stream',
  'full-reading',
  'match-batches',
  'messages',
  'statistics',
  'user-list',
  'users-batch',
  'webhooks',
  'weights-and-rules',
  'withdraw-outcomes',
].map((name) => `test/service/${name}.test.ts`);

const args = process.argv.slice(2);
const ofTheStore = globSync('{src,test}/**/*.test.ts').filter(
  (file) => file.endsWith('.postgres.test.ts') || readFileSync(file, 'utf8').includes('storesUnderTest'),
);
const failed = (args.length > 0 ? [args] : [ofTheStore, ofTheService]).filter((files) => !pass(files));
process.exitCode = failed.length === 0 ? 0 : 1;

function pass(files: readonly string[]): boolean {
  const onService = files.some((file) => ofTheService.includes(file));
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      COUNTERPART_TEST_POSTGRES: '1',
      ...(onService && { COUNTERPART_TEST_SERVICE_ON_POSTGRES: '1' }),
    },
  });
  return status === 0;
}
