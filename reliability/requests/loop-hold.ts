/**
 * Longest hold of this thread between two turns of its event loop, in processor time: other work on the
 * machine does not count.
 */
const TICK_MS = 1;

export interface LoopHold {
  begin(): void;
  /** Milliseconds. */
  end(): number;
  stop(): void;
}

export function watchLoop(): LoopHold {
  let before = process.threadCpuUsage();
  let longestMs = 0;
  const measure = () => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  };
  const timer = setInterval(measure, TICK_MS);
  return {
    begin: () => {
      before = process.threadCpuUsage();
      longestMs = 0;
    },
    end: () => {
      measure();
      return longestMs;
    },
    stop: () => clearInterval(timer),
  };
}
