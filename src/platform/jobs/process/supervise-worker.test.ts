import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { superviseWorker, type WorkerSupervisor } from './supervise-worker.ts';
import type { FromWorker } from './worker-protocol.ts';

const script = new URL('../testing/worker-under-test.ts', import.meta.url);

let folder: string;
let file: string;
let worker: WorkerSupervisor | undefined;
let received: FromWorker[];
let deaths: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-worker-'));
  file = join(folder, 'notes');
  received = [];
  deaths = [];
});
afterEach(async () => {
  await worker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const notes = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
const pids = () => notes().map((line) => Number(line.split(' ')[1]));
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function start(mode: 'live' | 'die' | 'hang'): WorkerSupervisor {
  worker = superviseWorker({
    script,
    setup: { mode, file },
    onMessage: (message) => received.push(message),
    onDeath: (...death) => deaths.push(death),
    times: { firstRestartMs: 10, maxRestartMs: 30, healthyMs: 60_000, stopMs: 500 },
  });
  worker.start();
  return worker;
}

test('wakes the worker, receives its messages, and stops it gracefully', async () => {
  const running = start('live');
  await expect.poll(notes, { timeout: 10_000 }).toHaveLength(1);
  running.wake();
  running.wake();
  await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(2);
  expect(received).toEqual([
    { kind: 'log', line: '{"msg":"woken"}' },
    { kind: 'ended', jobs: [{ kind: 'noop', outcome: 'succeeded', ms: 1 }] },
  ]);
  await running.stop();
  expect(notes()).toEqual([`started ${pids()[0]}`, `stopped ${pids()[0]}`]);
  expect(deaths).toEqual([]);
});

test('restarts a dead worker, with a longer delay each time', async () => {
  start('die');
  await expect.poll(() => deaths, { timeout: 20_000 }).toHaveLength(3);
  expect(deaths).toEqual([
    ['code 7', 10],
    ['code 7', 20],
    ['code 7', 30],
  ]);
});

test('kills a worker that does not stop', async () => {
  const running = start('hang');
  await expect.poll(notes, { timeout: 10_000 }).toHaveLength(1);
  await running.stop();
  expect(isAlive(pids()[0]!)).toBe(false);
});

test('a worker without its server stops by itself', async () => {
  const server = fork(script, { serialization: 'advanced' });
  const ended = once(server, 'exit');
  server.send({ kind: 'start', setup: { mode: 'live', file } });
  await expect.poll(notes, { timeout: 10_000 }).toHaveLength(1);
  server.disconnect();
  await ended;
  expect(notes().at(-1)).toBe(`stopped ${pids()[0]}`);
});
