/**
 * Loaded into the server (`--import`) by the process that starts it. Reports over IPC the longest hold of
 * the event loop, measured in the process, so that a busy client does not count. Two figures: the elapsed
 * time (Node's own histogram), and the processor time of the main thread between two ticks. The first is
 * longer on a machine with other work; on a quiet one they agree, apart from waiting.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;

export interface LongestHold {
  readonly passedMs: number;
  readonly processorMs: number;
}

/** Threads and processes that the server starts load this file as well; only the server itself is watched. */
if (isMainThread && process.argv[2] === 'serve') {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  histogram.enable();
  let before = process.threadCpuUsage();
  let processorMs = 0;
  setInterval(() => {
    const now = process.threadCpuUsage();
    processorMs = Math.max(processorMs, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  }, TICK_MS).unref();
  process.on('message', (asked) => {
    if (asked === 'reset') {
      histogram.reset();
      processorMs = 0;
    }
    const passedMs = Math.max(0, histogram.max / 1e6 - TICK_MS);
    process.send?.({ passedMs, processorMs } satisfies LongestHold);
  });
  process.channel?.unref();
}
