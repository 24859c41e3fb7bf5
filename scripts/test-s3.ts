/**
 * `npm run test:s3`: tests on a server of S3 that is not ours: moto, from PyPI, in a virtual environment.
 * They cover the store of artifacts, shared indexes, backups, the log of erasures and connectors. Skipped where there is
 * no python3.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tests that loop over `bucketsUnderTest`. */
const onBuckets = [
  'src/platform/artifacts',
  'src/platform/backup',
  'test/service/connect/bucket',
  'src/matching/index/segments/snapshots/shared-snapshots',
];
const TRIES = 100;
const folder = mkdtempSync(join(tmpdir(), 'counterpart-moto-'));
try {
  if (spawnSync('python3', ['--version']).status === 0) process.exitCode = await testOnMoto();
  else console.log('SKIPPED: files, indexes and backups were not tested on moto, since there is no python3.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function testOnMoto(): Promise<number> {
  run('python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '--quiet', 'moto[server,s3]']);
  const port = await freePort();
  const server = spawn(join(folder, 'bin', 'moto_server'), ['-p', String(port)], { stdio: 'ignore' });
  try {
    const address = `http://127.0.0.1:${port}`;
    for (let tries = TRIES; !(await makesBucket(address)); tries--) {
      if (tries === 0) throw new Error('moto does not answer');
      await sleep(200);
    }
    const keys = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
    const env = { ...process.env, ...keys, COUNTERPART_TEST_S3: address };
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...onBuckets];
    return spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1;
  } finally {
    server.kill();
  }
}

function makesBucket(address: string): Promise<boolean> {
  return fetch(`${address}/files`, { method: 'PUT' }).then(
    (answer) => answer.ok,
    () => false,
  );
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
