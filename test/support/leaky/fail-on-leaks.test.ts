import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../../..');

it('a test file that leaves a worker, a server, a timer or a child open fails, and each is named', () => {
  const args = ['run', '--config', 'test/support/leaky/vitest.config.ts'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules/vitest/vitest.mjs'), ...args],
    { cwd: repository, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  expect(status, stdout).toBe(1);
  expect(stderr).toContain('leaves 4 open');
  for (const type of ['WORKER', 'Timeout', 'PROCESSWRAP']) {
    expect(stderr).toMatch(new RegExp(`${type} made at .*leaky\\.fixture\\.ts`));
  }
  expect(stderr).toContain('TCPSERVERWRAP made');
});
