/**
 * The service as npm starts it, stopped in every usual way. No process may be left, because it would hold the
 * port. Each service runs in a process group of its own, as under a terminal or a process manager.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ownEnvironment, temporaryFolder } from './running-service.ts';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = temporaryFolder();
let group: number | undefined;

afterEach(() => {
  if (group !== undefined && alive(group).length > 0) process.kill(-group, 'SIGKILL');
  group = undefined;
});
afterAll(() => folder.remove());

interface Started {
  readonly top: ChildProcess;
  readonly url: string;
  readonly ended: Promise<unknown>;
  output(): string;
}

/** Resolves once the service listens and its worker process has started. */
async function start(command: readonly string[]): Promise<Started> {
  const [name, ...args] = command;
  const top = spawn(name!, args, {
    cwd: repository,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...ownEnvironment,
      COUNTERPART_DATA: folder.path,
      PORT: '0',
      LOG_LEVEL: 'info',
      // A start builds no page first.
      COUNTERPART_CONSOLE: 'off',
    },
  });
  group = top.pid!;
  let output = '';
  for (const stream of [top.stdout!, top.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(top, 'exit');
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  await expect.poll(url, { timeout: 90_000, interval: 100 }).toBeDefined();
  await expect.poll(() => pidOf('worker-process.ts'), { timeout: 30_000 }).not.toBeNull();
  return { top, url: url()!, ended, output: () => output };
}

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** Processes of the group, without zombies. */
function alive(ofGroup: number): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, state, , pgid] =
          /\) (\S) (\d+) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        if (Number(pgid) !== ofGroup || state === 'Z') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), command }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function pidOf(part: string): number | null {
  return (
    alive(group!).find(
      ({ command }) => command.startsWith('npm') === (part === 'npm') && command.includes(part),
    )?.pid ?? null
  );
}

async function expectNothingLeft({ url, output }: Started): Promise<void> {
  await expect.poll(() => alive(group!).map(({ command }) => command), { timeout: 60_000 }).toEqual([]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(output().match(/requests in progress are answered first/g)).toHaveLength(1);
  expect(output()).not.toContain('stopping at once');
}

const npmStart = ['npm', 'start'];
const launcher = ['node', 'scripts/run.mjs', 'src/main.ts', 'serve'];

// Processes are found in /proc.
const testOnLinux = test.skipIf(process.platform !== 'linux');

testOnLinux.each([
  ['npm', npmStart],
  ['npm', ['npm', 'run', 'demo']],
  ['scripts/run.mjs', npmStart],
  ['src/main.ts serve', npmStart],
  ['scripts/run.mjs', launcher],
] as const)(
  'SIGTERM to «%s» of %j stops it in good order, and the first of them ends with 0',
  { timeout: 240_000 },
  async (part, command) => {
    const started = await start(command);
    // The launcher and the server have «src/main.ts serve» in their commands; the launcher also names
    // `run.mjs`.
    const pids = alive(group!).filter(({ command: running }) =>
      part === 'npm'
        ? running.startsWith('npm')
        : running.includes(part) && running.includes('run.mjs') === part.includes('run.mjs'),
    );
    expect(pids).toHaveLength(1);
    process.kill(pids[0]!.pid, 'SIGTERM');
    expect(await started.ended, started.output()).toEqual([0, null]);
    await expectNothingLeft(started);
  },
);

testOnLinux.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the whole group is one wish to stop',
  { timeout: 240_000 },
  async (signal) => {
    const started = await start(npmStart);
    process.kill(-group!, signal);
    expect(await started.ended, started.output()).toEqual([0, null]);
    await expectNothingLeft(started);
  },
);

testOnLinux(
  'npm killed outright takes the service with it, in good order',
  { timeout: 240_000 },
  async () => {
    const started = await start(npmStart);
    started.top.kill('SIGKILL');
    expect(await started.ended).toEqual([null, 'SIGKILL']);
    await expectNothingLeft(started);
  },
);
