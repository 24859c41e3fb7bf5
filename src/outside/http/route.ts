/**
 * Registers an operation. Only this file defines the order of checks: route (404, 405) · 401 · 403 scope ·
 * 429 · 415 and 413 by the head · 429 and 503 too many open bodies · receiving the body (413, 408) · 401
 * again · 503 too many running requests · 400 · 413 texts, 400 the rest. Only then come idempotency (409,
 * 422) and the service, which read the store.
 */
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  preParsingAsyncHookHandler,
} from 'fastify';
import { type AnswerParts, answer } from './answers/answer.ts';
import { refuseAnnouncedSize } from './bodies/refuse-announced-size.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { Operation } from './operation.ts';
import { actForRequest } from './request/act-for-request.ts';
import type { Admission } from './request/admission.ts';
import { requireKey, requireScope } from './request/authenticate.ts';
import { refuseMediaType } from './request/media-type.ts';
import { refuseBody } from './request/no-body.ts';
import { refuseFaultyUrl } from './request/percent-encoding.ts';
import { limitRate } from './request/rate-limit.ts';
import { synchronousHook } from './request/synchronous-hook.ts';
import { yieldAfterLargeBody } from './request/yield-after-large-body.ts';
import { routeSchema } from './route-schema.ts';
import type { ServerDependencies } from './server-dependencies.ts';
import { compileValidator } from './validation/compile-validator.ts';
import { limitTexts } from './validation/limit-texts.ts';

export interface RouteParts extends AnswerParts {
  readonly accounts: ServerDependencies['accounts'];
  /** Receives the body. */
  readonly receive: preParsingAsyncHookHandler;
  /** Admits a body of lines. */
  readonly receiveLines: preParsingAsyncHookHandler;
  readonly admission: Admission;
  readonly idempotency: Idempotency;
}

export function route(app: FastifyInstance, operation: Operation, parts: RouteParts): void {
  const { accounts, admission, idempotency } = parts;
  const receive = operation.answers === 'lines' ? parts.receiveLines : parts.receive;
  const guarded = operation.scope !== 'public';
  app.route({
    method: operation.method,
    url: operation.path,
    schema: routeSchema(operation),
    ...(operation.answers === 'lines' && { validatorCompiler: validateAllButBody }),
    ...(operation.answer.unchecked === true && { serializerCompiler: () => JSON.stringify }),
    config: { operation },
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    onRequest: guarded
      ? [
          requireKey(accounts),
          synchronousHook(
            requireScope(accounts.rateLimiter, operation),
            limitRate(accounts.rateLimiter),
            refuseMediaType,
            ...(operation.answers === 'lines' ? [] : [refuseAnnouncedSize]),
          ),
        ]
      : [],
    preParsing: guarded
      ? [
          receive,
          ...(operation.body === undefined
            ? [async (request: FastifyRequest) => refuseBody(request, operation)]
            : []),
          ...(operation.holdsSlot === false ? [] : [admission.enter]),
        ]
      : [],
    preValidation: guarded
      ? [
          synchronousHook(...(operation.answers === 'lines' ? [] : [textLimit(operation)]), ({ raw }) =>
            refuseFaultyUrl(raw),
          ),
        ]
      : [],
    preHandler: [yieldAfterLargeBody, ...beforeWork(operation, idempotency)],
    onSend: operation.idempotency !== undefined && operation.answers === 'value' ? [idempotency.keep] : [],
    handler: (request, reply) => actForRequest(request, () => answer(operation, request, reply, parts)),
  });
}

function beforeWork({ idempotency, answers }: Operation, { claim, find }: Idempotency) {
  // The keys of lines are looked up line by line.
  if (idempotency === undefined || answers === 'lines') return [];
  return answers === 'job' ? [find] : [claim];
}

/** The lines of a body are validated one by one. */
const validateAllButBody: FastifySchemaCompiler<FastifySchema> = (part) =>
  part.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : compileValidator(part as Parameters<typeof compileValidator>[0]);

function textLimit({ texts = [], textLimit }: Operation) {
  return ({ body }: FastifyRequest) => limitTexts(body, texts, textLimit);
}
