/** Refuses with 413 a body whose head announces too many bytes, before any of it is requested or read. */
import type { FastifyRequest } from 'fastify';
import { type ApiError, apiError } from '../../../contract/errors.ts';
import { announcedLength, readsBody } from './announced-body.ts';

export function refuseAnnouncedSize(request: FastifyRequest): void {
  const limit = request.routeOptions.bodyLimit;
  if (readsBody(request) && announcedLength(request.raw) > limit) throw bodyTooLarge(limit);
}

export function bodyTooLarge(limit: number): ApiError {
  return apiError(
    'payload_too_large',
    `The body is larger than the ${limit} bytes that this operation takes; send less at a time.`,
    { limit_bytes: limit },
  );
}
