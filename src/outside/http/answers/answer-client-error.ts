/**
 * Gives the standard error body to requests that never reach Fastify. These are input that is not HTTP,
 * CONNECT, and an address or headers that are too slow or too long.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AnyApiError, apiError, apiErrorAs } from '../../../contract/errors.ts';
import { drain } from '../bodies/drain.ts';
import { newRequestId, requestIdOf } from '../request/request-id.ts';
import { errorBody, errorHeaders } from './render-error.ts';

const faults: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and headers are larger than 16 KiB; shorten them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'The address and headers did not come in whole in time; send the request again, faster.',
  ],
};

const malformed = [400, 'This is not well-formed HTTP/1.1; use an HTTP client library.'] as const;

/** Sockets that have their answer. Further bytes of the client get no second one. */
const answered = new WeakSet<Duplex>();

export function answerClientError(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = faults[error.code ?? ''] ?? malformed;
  answerAndClose(socket, apiErrorAs(status, 'invalid_request', message, { issues: [] }), newRequestId());
}

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export function refuseTunnel(request: IncomingMessage, socket: Duplex): void {
  const error = apiError('method_not_allowed', 'CONNECT is not possible here: this is no proxy.', {
    given: 'CONNECT',
    allowed: methods,
  });
  answerAndClose(socket, error, requestIdOf(request));
}

function answerAndClose(socket: Duplex, error: AnyApiError, requestId: string): void {
  answered.add(socket);
  socket.on('error', () => socket.destroy());
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...errorHeaders(error),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
  void drain(socket).then(() => socket.destroy());
}
