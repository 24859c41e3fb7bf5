/** What is no HTTP request at all (or comes too slowly, or with too long a header) still gets our error body. */
import type { Socket } from 'node:net';
import { apiError } from '../contract/errors.ts';
import { errorBody } from './render-error.ts';
import { newRequestId } from './request-id.ts';

interface ClientFault {
  readonly statusLine: string;
  readonly message: string;
}

const faults: Readonly<Record<string, ClientFault>> = {
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    message: 'The address and headers are larger than 16 KiB; shorten them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusLine: '408 Request Timeout',
    message: 'The request did not come in whole within a minute; send it again, faster or smaller.',
  },
};

const malformed: ClientFault = {
  statusLine: '400 Bad Request',
  message: 'This is not well-formed HTTP/1.1; use an HTTP client library.',
};

export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { statusLine, message } = faults[error.code ?? ''] ?? malformed;
  const requestId = newRequestId();
  const body = JSON.stringify(errorBody(apiError('invalid_request', message, { issues: [] }), requestId));
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
