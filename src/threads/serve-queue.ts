/**
 * The thread's end of a `WorkerClient`, where requests wait for each other: one after the other, or several at once.
 * An error of a request is its answer; any other error kills the thread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answered, settle } from './answered.ts';
import { type Call, receiveCalls, type ServeOptions } from './receive-calls.ts';

/**
 * `work` takes at least one call out of those that wait, the longest waiting first, and settles what it took. A turn of
 * the event loop passes before each time, so that requests that have already arrived wait with the others.
 */
export function serveQueue<Request, Answer>(
  work: (waiting: Call<Request, Answer>[]) => Promise<void>,
  options?: ServeOptions,
): void {
  const waiting: Call<Request, Answer>[] = [];
  let isWorking = false;
  const workThrough = async () => {
    isWorking = true;
    await nextTurn();
    while (waiting.length > 0) {
      await work(waiting);
      await nextTurn();
    }
    isWorking = false;
  };
  receiveCalls<Request, Answer>(
    {
      take: (call) => {
        waiting.push(call);
        if (!isWorking) void workThrough();
      },
      drop: (id) => {
        const at = waiting.findIndex((call) => call.id === id);
        if (at >= 0) waiting.splice(at, 1);
        return at >= 0;
      },
      dropAll: () => waiting.splice(0).length,
    },
    options,
  );
}

/** One request after the other, in the order in which they come. */
export function serveOneByOne<Request, Answer>(
  answer: (request: Request) => Promise<Answered<Answer>>,
  options?: ServeOptions,
): void {
  serveQueue<Request, Answer>((waiting) => {
    const call = waiting.shift()!;
    return answer(call.request).then((answered) => settle(call, answered), call.reject);
  }, options);
}
