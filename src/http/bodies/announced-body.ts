/** What the head of a request says of its body, and whether all of it has come. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Bytes; NaN where the body comes in chunks, 0 where there is none. */
export function announcedLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}

export function announcesBody(raw: IncomingMessage): boolean {
  return announcedLength(raw) !== 0;
}

/** Bodies of GET and HEAD are not read, only announced. */
export function takesBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

export function readsBody(request: FastifyRequest): boolean {
  return takesBody(request) && announcesBody(request.raw);
}

/** Whether some of the body is still to come. */
export function bodyTravels(raw: IncomingMessage): boolean {
  // Requests that never were on a connection (`inject`) do not say: they are there from the beginning.
  const isIn = (raw.complete as boolean | undefined) ?? true;
  return !isIn && announcesBody(raw);
}
