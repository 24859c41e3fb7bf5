/**
 * The schema of an operation: what Fastify validates of a request, and the OpenAPI document says of both
 * sides.
 */
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { idempotencyHeaders } from './idempotency/idempotency-key.ts';
import { bodyTypesOf, type Operation } from './operation.ts';
import { takesBasic } from './request/authenticate.ts';

export function routeSchema(operation: Operation): FastifySchema {
  const answer = operation.answer;
  const mediaTypes = answer.fileTypes ?? [answer.contentType?.split(';')[0] ?? 'application/json'];
  const guarded = operation.scope !== 'public';
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    ...(!guarded && { security: [] }),
    ...(takesBasic(operation) && { security: [{ bearer: [] }, { basic: [] }] }),
    ...(operation.body !== undefined && { body: operation.body, consumes: bodyTypesOf(operation) }),
    ...(operation.parameters !== undefined && { params: operation.parameters }),
    ...(guarded && {
      querystring: operation.query ?? z.strictObject({}),
      headers: idempotencyHeaders(operation),
    }),
    response: {
      [answer.status]: {
        description: answer.description,
        content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: answer.schema }])),
      },
    },
  } as FastifySchema;
}
