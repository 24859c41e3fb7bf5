/** Limits the memory of this process, and ends the process when its parent is gone. */
import { Worker } from 'node:worker_threads';

/** The signal by which a process ends itself when it exceeds its memory limit. */
export const MEMORY_LIMIT_SIGNAL: NodeJS.Signals = 'SIGUSR2';

export interface ProcessWatch {
  readonly rssLimitBytes: number;
  readonly lookEveryMs: number;
  /** Its process id. */
  readonly parent: number;
}

/** The thread does not keep the process alive. */
export function watchProcess(watch: Omit<ProcessWatch, 'parent'>): { end(): Promise<unknown> } {
  const watcher = new Worker(new URL('./watch-process-worker.ts', import.meta.url), {
    workerData: { ...watch, parent: process.ppid } satisfies ProcessWatch,
  });
  watcher.unref();
  return { end: () => watcher.terminate() };
}
