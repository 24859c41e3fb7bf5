/**
 * The one place where an error becomes an answer: `{error: {code, message, details}, request_id}`. What was thrown
 * as an `ApiError` is told as it stands; what Fastify found is translated; all else is `internal`, logged with its
 * stack here and shown without.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { explainDiskFault } from '../contract/disk-fault.ts';
import { ApiError, apiError, invalidRequest } from '../contract/errors.ts';
import { bodyTravels } from './bodies/announced-body.ts';
import { clientIsGone } from './client-signal.ts';
import { unsupportedMediaType } from './media-type.ts';
import { redactSecrets } from './redact.ts';

/** nginx's «client closed request»: seen by log and figures alone. */
const CLIENT_GONE_STATUS = 499;

export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = toApiError(error, request);
  // Work that ended because its client had gone is no fault of ours, and nobody reads the answer.
  const gone = clientIsGone(reply.raw);
  if (told.code === 'internal' && !gone) logUnexpected(error, request);
  request.errorCode = gone ? 'client_gone' : told.code;
  for (const [name, value] of Object.entries(errorHeaders(told))) reply.header(name, value);
  // A schema of an answer does not speak for errors, and whatever the handler meant to send is void.
  reply.removeHeader('content-length');
  // Fastify closes the connection after every fault of a body; one that has come in leaves it usable.
  if (!bodyTravels(request.raw)) reply.removeHeader('connection');
  return reply
    .code(gone ? CLIENT_GONE_STATUS : told.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(told, request.id));
}

export function errorBody(error: ApiError, requestId: string) {
  return {
    error: { code: error.code, message: error.message, details: error.details },
    request_id: requestId,
  };
}

/** Headers that a code brings with it. */
export function errorHeaders(error: ApiError): Readonly<Record<string, string>> {
  const retryAfterMs = error.details.retry_after_ms;
  return {
    ...(error.code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
    ...(error.code === 'method_not_allowed' && {
      Allow: (error.details.allowed as readonly string[]).join(', '),
    }),
    ...(error.code === 'range_not_satisfiable' && {
      'Content-Range': `bytes */${error.details.size_bytes}`,
    }),
    ...(typeof retryAfterMs === 'number' && { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }),
  };
}

function toApiError(thrown: unknown, request: FastifyRequest): ApiError {
  const error = explainDiskFault(thrown);
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request.headers['content-type']);
    default:
      if (statusCode === 400) {
        return invalidRequest([{ path: '', message: 'the request could not be read to its end' }]);
      }
      return apiError(
        'internal',
        'Something failed on our side and the request was not carried out in full. Try again; if it stays, give ' +
          'the operator the request_id, under which the log has the cause.',
      );
  }
}

function logUnexpected(error: unknown, request: FastifyRequest): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  request.log.error(
    {
      tenant: request.caller?.tenantId,
      route: request.routeOptions.url,
      error: { name, message: redactSecrets(message), stack: redactSecrets(stack ?? '') },
    },
    'unexpected error',
  );
}
