/**
 * Loaded into the server (`--import`) by the process that starts it: tells over IPC for how long its event loop was held
 * at most. Node's own histogram samples it every millisecond, in the process, so that a busy client counts for nothing.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;

/** Threads and processes that the server starts load this file as well; only the server itself is watched. */
if (isMainThread && process.argv[2] === 'serve') {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  process.on('message', (asked) => {
    if (asked === 'reset') histogram.reset();
    process.send?.({ asked, longestMs: Math.max(0, histogram.max / 1e6 - RESOLUTION_MS) });
  });
  process.channel?.unref();
}
