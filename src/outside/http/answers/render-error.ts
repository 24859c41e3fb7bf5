/**
 * The one place where an error becomes an answer: `{error: {code, message, details}, request_id}`. An
 * `ApiError` is rendered as it is, and an error of Fastify is translated. Any other error is `internal`:
 * logged with its stack, and shown without details.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { explainDiskFault } from '../../../contract/disk-fault.ts';
import { type AnyApiError, ApiError, apiError, invalidRequest } from '../../../contract/errors.ts';
import { bodyTravels } from '../bodies/announced-body.ts';
import { redactSecrets } from '../logs/redact-secrets.ts';
import { clientIsGone } from '../request/client-signal.ts';
import { unsupportedMediaType } from '../request/media-type.ts';

/** nginx's «client closed request»; it appears only in logs and metrics. */
const CLIENT_GONE_STATUS = 499;

export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = shownError(error, request, reply);
  const gone = clientIsGone(reply.raw);
  request.errorCode = gone ? 'client_gone' : shown.code;
  for (const [name, value] of Object.entries(errorHeaders(shown))) reply.header(name, value);
  // The schema of the answer does not cover errors, and headers set by the handler no longer apply.
  reply.removeHeader('content-length');
  // Fastify closes the connection after every fault of a body; once the body is complete the connection is
  // usable.
  if (!bodyTravels(request.raw)) reply.removeHeader('connection');
  return reply
    .code(gone ? CLIENT_GONE_STATUS : shown.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(shown, request.id));
}

/** The error that the caller sees. An unexpected one is logged. */
export function shownError(error: unknown, request: FastifyRequest, reply: FastifyReply): AnyApiError {
  const shown = toApiError(error, request);
  // Work that ended because its client disconnected is no error of the service, and its answer is not read.
  if (shown.code === 'internal' && !clientIsGone(reply.raw)) logUnexpected(error, request);
  return shown;
}

export function errorBody(error: ApiError, requestId: string) {
  return { ...errorPart(error), request_id: requestId };
}

/** An error without its request id: a line of an answer belongs to the request of its header. */
export function errorPart({ code, message, details }: ApiError) {
  return { error: { code, message, details } };
}

/** Headers that a code adds. */
export function errorHeaders(error: AnyApiError): Readonly<Record<string, string>> {
  return {
    ...(error.code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
    ...(error.code === 'method_not_allowed' && {
      Allow: error.details.allowed.join(', '),
    }),
    ...(error.code === 'range_not_satisfiable' && {
      'Content-Range': `bytes */${error.details.size_bytes}`,
    }),
    ...('retry_after_ms' in error.details && {
      // Whole seconds: never less than the exact wait, and at least one.
      'Retry-After': String(Math.max(1, Math.ceil(error.details.retry_after_ms / 1000))),
    }),
  };
}

function toApiError(thrown: unknown, request: FastifyRequest): AnyApiError {
  const error = explainDiskFault(thrown);
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request);
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
