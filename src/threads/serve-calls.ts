/**
 * The thread's end of a `WorkerClient`, where each request is answered when it comes. An error of a request is its
 * answer; any other error kills the thread.
 */
import { type Answered, settle } from './answered.ts';
import { receiveCalls, type ServeOptions } from './receive-calls.ts';

/** Requests are begun in the order in which they come; those that wait for something go on side by side. */
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
        // What is known at once costs no promise.
        if (answered instanceof Promise) answered.then((later) => settle(call, later), call.reject);
        else settle(call, answered);
      },
      drop: () => false,
      dropAll: () => 0,
    },
    options,
  );
}
