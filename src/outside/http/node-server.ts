/**
 * Node's HTTP server, configured for the service. Node would answer some requests with a bare status line:
 * those without a Host, with an unknown expectation, or with CONNECT. They are passed on as requests or
 * answered here, so that every answer has the standard form.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { answerClientError, refuseTunnel } from './answers/answer-client-error.ts';

const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Shortest interval at which Node checks for slow headers. */
const LOOK_AT_LEAST_MS = 100;
const LOOK_AT_MOST_MS = 5000;

const continuing = new WeakSet<IncomingMessage>();
const expecting = new WeakSet<IncomingMessage>();

/** Whether the client holds its body back until it reads «100 Continue». */
export function waitsForContinue(request: IncomingMessage): boolean {
  return continuing.has(request);
}

/** Whether the client sends an unknown expectation. */
export function expectsUnknown(request: IncomingMessage): boolean {
  return expecting.has(request);
}

/** `graceMs`: longest time for address and headers. */
export function createNodeServer(handler: RequestListener, graceMs: number): Server {
  const server = createServer(
    {
      // Checked by `refuse-host.ts`.
      requireHostHeader: false,
      headersTimeout: graceMs,
      // Bodies have a minimum rate instead (`bodies/body-pace.ts`).
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(LOOK_AT_MOST_MS, Math.max(LOOK_AT_LEAST_MS, graceMs / 4)),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    handler,
  );
  server.on('checkContinue', (request, response) => {
    continuing.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    expecting.add(request);
    server.emit('request', request, response);
  });
  server.on('connect', refuseTunnel);
  server.on('clientError', answerClientError);
  return server;
}
