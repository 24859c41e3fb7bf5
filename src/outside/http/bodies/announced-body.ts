/** The body as the request head announces it, and whether it is complete. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Bytes; NaN for a chunked body, 0 for none. */
export function announcedLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}

export function announcesBody(raw: IncomingMessage): boolean {
  return announcedLength(raw) !== 0;
}

/** False for GET and HEAD: their bodies are announced but not read. */
export function takesBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

export function readsBody(request: FastifyRequest): boolean {
  return takesBody(request) && announcesBody(request.raw);
}

/** Whether part of the body is still to come. */
export function bodyTravels(raw: IncomingMessage): boolean {
  // Requests made by `inject` have no connection and no `complete` flag: their body is there from the start.
  const isIn = (raw.complete as boolean | undefined) ?? true;
  return !isIn && announcesBody(raw);
}
