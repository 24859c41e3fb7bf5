/**
 * GET and DELETE take no body. To ignore one would be worse than to refuse it: who sends `{"domain": "dating"}`
 * with a DELETE means one domain, and would lose them all.
 */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../contract/errors.ts';
import { announcesBody, takesBody } from './bodies/announced-body.ts';
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

/** In chunks, a body may turn out to be empty; one of GET is not read, only announced. */
function hasBody(request: FastifyRequest): boolean {
  return takesBody(request) ? (request.bodyBytes?.length ?? 0) > 0 : announcesBody(request.raw);
}
