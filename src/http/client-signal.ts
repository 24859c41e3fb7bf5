/**
 * Whether anybody still waits for the answer. Fastify's own `request.signal` listens to the request's `close`, which
 * Node emits once the body was read and not when the client goes; the response's `close` is what tells.
 */
import type { ServerResponse } from 'node:http';

/** Aborts when the connection ends before the answer was written. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (clientIsGone(response)) controller.abort(new Error('the client has gone'));
  });
  return controller.signal;
}

export function clientIsGone(response: ServerResponse): boolean {
  return response.destroyed && !response.writableFinished;
}
