/**
 * A thread that watches its process, because the main thread may be blocked for minutes. It ends the process
 * if the memory limit is exceeded or the parent is gone. On Windows the parent id never changes; there the
 * main thread notices the disconnect.
 */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL, type ProcessWatch } from './watch-process.ts';

const { rssLimitBytes, lookEveryMs, parent } = workerData as ProcessWatch;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > rssLimitBytes) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
}, lookEveryMs);
