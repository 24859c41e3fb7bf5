/**
 * Reports that the client has disconnected. Fastify's own `request.signal` listens to the request's `close`,
 * which Node emits once the body was read. The response's `close` is the event of the disconnect.
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
