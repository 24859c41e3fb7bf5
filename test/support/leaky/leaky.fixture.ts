/**
 * A test file that leaks one resource of each kind; `fail-on-leaks.test.ts` runs it and expects it to fail.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { it } from 'vitest';

it('passes by itself', () => {
  new Worker('setInterval(() => {}, 1000)', { eval: true });
  createServer().listen(0, '127.0.0.1');
  setInterval(() => {}, 1000);
  setTimeout(() => {}, 60_000).unref();
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)']);
});
