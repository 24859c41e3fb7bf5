/**
 * A thread beside a task, which may hold the main thread for minutes: ends the process where it holds more memory than
 * it may, and where its parent is gone (on Windows a process never gets another parent; there the main thread hears it).
 */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL } from './task-protocol.ts';

const LOOK_EVERY_MS = 250;

const { rssLimitBytes, parent } = workerData as { readonly rssLimitBytes: number; readonly parent: number };

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > rssLimitBytes) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
}, LOOK_EVERY_MS);
