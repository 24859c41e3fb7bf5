/**
 * Node's HTTP server as the service wants it. Node would answer some requests by itself with a bare status line: without
 * a Host, with an unknown expectation, CONNECT. They go on as requests or are answered here, so that every answer has
 * our form.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { answerClientError, refuseTunnel } from './answer-client-error.ts';

const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often Node looks for requests whose headers take too long; never more often than this. */
const LOOK_AT_LEAST_MS = 100;
const LOOK_AT_MOST_MS = 5000;

const continuing = new WeakSet<IncomingMessage>();
const expecting = new WeakSet<IncomingMessage>();

/** Whether the client keeps its body back until it reads «100 Continue». */
export function waitsForContinue(request: IncomingMessage): boolean {
  return continuing.has(request);
}

/** Whether the client expects something that is not known. */
export function expectsUnknown(request: IncomingMessage): boolean {
  return expecting.has(request);
}

/** `graceMs`: how long address and headers may take. */
export function createNodeServer(handler: RequestListener, graceMs: number): Server {
  const server = createServer(
    {
      // Checked by `refuse-host.ts`.
      requireHostHeader: false,
      headersTimeout: graceMs,
      // Bodies have a slowest pace instead (`bodies/body-pace.ts`).
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
