/** A thread that takes all that waits at once: each answer is all requests that were taken together. */
import { serveQueue } from '../serve-queue.ts';

serveQueue<string, readonly string[]>(async (waiting) => {
  const taken = waiting.splice(0);
  const names = taken.map(({ request }) => request);
  if (names.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const call of taken) {
    if (call.request === 'wrong') call.reject(new Error('wrong'));
    else call.resolve(names);
  }
});
