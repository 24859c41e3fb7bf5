/** The launcher of the program: whatever ends, or is killed, no program is left on its port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../bin/run-child.mjs';
import { until } from '../src/platform/testing/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-launcher-'));
const file = (name: string) => join(folder, name);
const started: number[] = [];

beforeAll(() => {
  const launcher = pathToFileURL(join(import.meta.dirname, '..', 'bin', 'run-child.mjs'));
  // As `main.ts` does.
  writeFileSync(
    file('program.mjs'),
    `process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
     process.channel?.unref();
     setInterval(() => {}, 1e6);
     console.log(JSON.stringify({ launcher: process.ppid, program: process.pid }));`,
  );
  writeFileSync(
    file('launcher.mjs'),
    `import { runChild } from '${launcher}';
     runChild(process.execPath, ['${file('program.mjs')}'], { linked: true });`,
  );
  // npm's two ways: a shell that becomes the launcher, and one that stays. npm passes SIGTERM on and dies of
  // others.
  writeFileSync(
    file('npm.mjs'),
    `import { spawn } from 'node:child_process';
     const child = spawn('sh', ['-c', process.argv[2]], { stdio: 'inherit' });
     process.on('SIGTERM', () => child.kill('SIGTERM'));
     child.on('exit', () => process.exit());`,
  );
});
afterAll(() => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const { npm_lifecycle_event: _, ...environment } = process.env;

async function start(script: string, byNpm: boolean) {
  const npm: ChildProcess = spawn(process.execPath, [file('npm.mjs'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, ...(byNpm && { npm_lifecycle_event: 'npx' }) },
    // A group of its own, as a process manager gives.
    detached: true,
  });
  const [line] = await once(npm.stdout!, 'data');
  const pids: { readonly launcher: number; readonly program: number } = JSON.parse(String(line));
  started.push(npm.pid!, pids.launcher, pids.program);
  return { npm: npm.pid!, ...pids };
}

const launch = `'${process.execPath}' '${file('launcher.mjs')}'`;
const scripts = { 'a shell that is replaced': `exec ${launch}`, 'a shell that stays': `${launch}; true` };
const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGKILL'] as const;
const cases = Object.entries(scripts).flatMap(([name, script]) =>
  (['npm', 'launcher'] as const).flatMap((killed) =>
    signals.map((signal) => [signal, killed, name, script] as const),
  ),
);

test.each(cases)(
  '%s to %s below %s ends the program',
  { timeout: 30_000 },
  async (signal, killed, _name, script) => {
    const pids = await start(script, true);
    process.kill(pids[killed], signal);
    await until(async () => isAlive(pids.program) || isAlive(pids.launcher), 20_000).toBe(false);
  },
);

test('a program in the background outlives the shell that started it', { timeout: 30_000 }, async () => {
  const pids = await start(scripts['a shell that is replaced'], false);
  process.kill(pids.npm, 'SIGKILL');
  await until(async () => isAlive(pids.npm), 20_000).toBe(false);
  await new Promise((done) => setTimeout(done, 1500));
  expect(isAlive(pids.program)).toBe(true);
});
