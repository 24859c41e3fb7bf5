import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';

/** How many threads with this name began meanwhile. */
export async function threadsOf(name: string, work: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = (message: unknown) => {
    if ((message as { readonly worker: Worker }).worker.threadName === name) started++;
  };
  subscribe('worker_threads', count);
  try {
    await work();
  } finally {
    unsubscribe('worker_threads', count);
  }
  return started;
}
