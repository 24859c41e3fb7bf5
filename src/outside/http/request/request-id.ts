/** Every response carries the id of its request. A well-formed id of the caller is kept. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const wellFormed = /^[A-Za-z0-9_.:-]{1,128}$/;

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** `X-Request-Id` when it has 1 to 128 of `A–Z a–z 0–9 _ . : -`, else a new `req_…`. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const header = request.headers['x-request-id'];
  return typeof header === 'string' && wellFormed.test(header) ? header : newRequestId();
}

export function setRequestIdHeader(response: ServerResponse, requestId: string): void {
  response.setHeader('X-Request-Id', requestId);
}
