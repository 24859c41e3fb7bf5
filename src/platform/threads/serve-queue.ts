/**
 * The thread's end of a `WorkerClient` that queues requests and works on one or several at a time. An error
 * of a request is its answer; any other error ends the thread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answered, settle } from './answered.ts';
import { type Call, receiveCalls, type ServeOptions } from './receive-calls.ts';

/**
 * `work` takes at least one of the waiting calls, oldest first, and settles those that it took. It is called
 * once a turn of the event loop, so that requests that have already arrived are queued together.
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

/** Serves one request after the other, in the order of their arrival. */
export function serveOneByOne<Request, Answer>(
  answer: (request: Request) => Promise<Answered<Answer>>,
  options?: ServeOptions,
): void {
  serveQueue<Request, Answer>((waiting) => {
    const call = waiting.shift()!;
    return answer(call.request).then((answered) => settle(call, answered), call.reject);
  }, options);
}
