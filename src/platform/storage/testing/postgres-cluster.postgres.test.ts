import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const script = `
  const { startCluster } = await import(${JSON.stringify(new URL('./postgres-cluster.ts', import.meta.url).href)});
  const cluster = await startCluster({ fsync: false });
  await cluster.stop();
  process.exitCode = 3;`;

test('a process that used a cluster ends with its own code, so that failed tests count', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([3, null]);
});
