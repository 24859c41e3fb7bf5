/** What both ways of serving share: calls come in, answers and errors go out, and the thread ends when it is asked to. */
import { parentPort, type Transferable } from 'node:worker_threads';
import { errorMessage } from './error-message.ts';
import type { FromThread, ToThread } from './thread-protocol.ts';

/** It is settled once. A request that wants no answer is settled, too; an error of it kills the thread. */
export interface Call<Request, Answer> {
  /** Null: no answer is wanted. */
  readonly id: number | null;
  readonly request: Request;
  /** `transfer`: what changes hands with the answer. */
  resolve(answer: Answer, transfer?: readonly Transferable[]): void;
  reject(error: unknown): void;
}

export interface ServeOptions {
  /** What is done before the thread ends because its client closed it when idle. */
  readonly close?: () => unknown;
}

interface Receiver<Request, Answer> {
  take(call: Call<Request, Answer>): void;
  /** Forgets the call where it was not begun. False: it was, or is not known. */
  drop(id: number): boolean;
  /** Forgets all that were not begun; says how many. */
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
      // Its caller has gone; the client hears that the thread is free of it.
      send({ id: message.cancel, answer: undefined });
      settled();
    } else {
      isClosing = true;
      if (message.close === 'answeringBegun') unsettled -= dropAll();
      if (unsettled === 0) void end();
    }
  });
}
