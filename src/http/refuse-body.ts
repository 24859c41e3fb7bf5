/**
 * GET and DELETE take no body. To ignore one would be worse than to refuse it: who sends `{"domain": "dating"}`
 * with a DELETE means one domain, and would lose them all.
 */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../contract/errors.ts';
import type { Operation } from './operation.ts';

export function refuseBody(request: FastifyRequest, operation: Operation): void {
  if (operation.body !== undefined || !hasBody(request)) return;
  throw invalidRequest([
    {
      path: '',
      message: `${operation.method} ${operation.path} takes no body; put its parameters into the address`,
    },
  ]);
}

function hasBody(request: FastifyRequest): boolean {
  if (request.body !== undefined && request.body !== null) return true;
  // Bodies of GET are not read, only announced.
  const length = Number(request.headers['content-length'] ?? 0);
  return request.method !== 'DELETE' && (length > 0 || request.headers['transfer-encoding'] !== undefined);
}
