/** A thread that takes all waiting requests at once: each answer is the list of requests taken together. */
import { workerData } from 'node:worker_threads';
import { serveQueue } from '../serve-queue.ts';
import type { QueueSetup } from './test-requests.ts';

const { begun, goOn } = workerData as QueueSetup;

serveQueue<string, readonly string[]>(async (waiting) => {
  const taken = waiting.splice(0);
  const names = taken.map(({ request }) => request);
  if (names.includes('held')) {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
    await Atomics.waitAsync(goOn, 0, 0).value;
  }
  for (const call of taken) {
    if (call.request === 'wrong') call.reject(new Error('wrong'));
    else call.resolve(names);
  }
});
