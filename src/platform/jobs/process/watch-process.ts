/**
 * A thread that watches a task, because the task may block the main thread for minutes. It ends the process
 * if the memory limit is exceeded or the parent is gone. On Windows the parent id never changes; there the
 * main thread notices the disconnect.
 */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL } from './task-protocol.ts';

const LOOK_EVERY_MS = 250;

const { rssLimitBytes, parent } = workerData as { readonly rssLimitBytes: number; readonly parent: number };

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > rssLimitBytes) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
}, LOOK_EVERY_MS);
