import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../test/running-service.ts';
import { oneAtATime } from './one-at-a-time.mjs';

let folder: ReturnType<typeof temporaryFolder>;
let lock: string;
beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder.path, 'lock');
});
afterEach(() => folder.remove());

const module = join(import.meta.dirname, 'one-at-a-time.mjs');

/** Appends «a» and then «b» to a file while it holds the lock. */
function start(): ChildProcess {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { oneAtATime } from ${JSON.stringify(module)};
    oneAtATime(${JSON.stringify(lock)}, () => {
      appendFileSync(${JSON.stringify(join(folder.path, 'order'))}, 'a');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      appendFileSync(${JSON.stringify(join(folder.path, 'order'))}, 'b');
    });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
}

test('processes take turns', async () => {
  const ended = [start(), start(), start()].map((child) => once(child, 'exit'));
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0]);
  expect(readFileSync(join(folder.path, 'order'), 'utf8')).toBe('ababab');
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a killed owner is taken over; work that fails gives the lock back', () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  mkdirSync(lock);
  writeFileSync(join(lock, 'owner'), `${pid} ${hostname()}`);
  expect(oneAtATime(lock, () => 'done')).toBe('done');
  const fail = () => {
    throw new Error('no room');
  };
  expect(() => oneAtATime(lock, fail)).toThrow('no room');
  expect(existsSync(lock)).toBe(false);
});
