/**
 * The thread's end of a `WorkerClient` that answers each request when it arrives. An error of a request is
 * its answer; any other error ends the thread.
 */
import { type Answered, settle } from './answered.ts';
import { receiveCalls, type ServeOptions } from './receive-calls.ts';

/** Requests begin in the order of their arrival; those that wait for something run concurrently. */
export function serveCalls<Request, Answer>(
  answer: (request: Request) => Answered<Answer> | Promise<Answered<Answer>>,
  options?: ServeOptions,
): void {
  receiveCalls<Request, Answer>(
    {
      take: (call) => {
        let answered: Answered<Answer> | Promise<Answered<Answer>>;
        try {
          answered = answer(call.request);
        } catch (error) {
          return call.reject(error);
        }
        // A synchronous result needs no promise.
        if (answered instanceof Promise) answered.then((later) => settle(call, later), call.reject);
        else settle(call, answered);
      },
      drop: () => false,
      dropAll: () => 0,
    },
    options,
  );
}
