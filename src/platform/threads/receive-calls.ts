/**
 * Shared by both ways of serving: receives calls, sends answers and errors, and ends the thread on request.
 */
import { parentPort, type Transferable } from 'node:worker_threads';
import { errorMessage } from './error-message.ts';
import type { FromThread, ToThread } from './thread-protocol.ts';

/** A call, settled once. A request that wants no answer is settled too; its error ends the thread. */
export interface Call<Request, Answer> {
  /** Null: no answer is wanted. */
  readonly id: number | null;
  readonly request: Request;
  /** `transfer`: objects transferred with the answer. */
  resolve(answer: Answer, transfer?: readonly Transferable[]): void;
  reject(error: unknown): void;
}

export interface ServeOptions {
  /** Runs before the thread ends because its client closed it when idle. */
  readonly close?: () => unknown;
}

interface Receiver<Request, Answer> {
  take(call: Call<Request, Answer>): void;
  /** Drops a call that has not begun. False: it has begun, or is unknown. */
  drop(id: number): boolean;
  /** Drops all calls that have not begun and returns their number. */
  dropAll(): number;
}

export function receiveCalls<Request, Answer>(
  { take, drop, dropAll }: Receiver<Request, Answer>,
  { close }: ServeOptions = {},
): void {
  const port = parentPort!;
  let unsettled = 0;
  let isClosing = false;

  const end = async () => {
    await close?.();
    port.close();
  };
  const send = (message: FromThread<Answer | undefined>, transfer?: readonly Transferable[]) =>
    port.postMessage(message, transfer);
  const settled = () => {
    unsettled--;
    if (isClosing && unsettled === 0) void end();
  };

  const callOf = (id: number | null, request: Request): Call<Request, Answer> => {
    const reject = (error: unknown) => {
      if (id === null) throw error;
      send({ id, error: errorMessage(error) });
      settled();
    };
    const resolve = (answer: Answer, transfer?: readonly Transferable[]) => {
      try {
        if (id !== null) send({ id, answer }, transfer);
      } catch (error) {
        // The answer cannot be cloned.
        reject(error);
        return;
      }
      settled();
    };
    return { id, request, resolve, reject };
  };

  port.on('message', (message: ToThread<Request>) => {
    if ('request' in message) {
      unsettled++;
      take(callOf(message.id, message.request));
    } else if ('cancel' in message) {
      if (!drop(message.cancel)) return;
      // The caller has gone. The empty answer tells the client that the thread has dropped the call.
      send({ id: message.cancel, answer: undefined });
      settled();
    } else {
      isClosing = true;
      if (message.close === 'answeringBegun') unsettled -= dropAll();
      if (unsettled === 0) void end();
    }
  });
}
