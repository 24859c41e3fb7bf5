/** Zod schemas as Fastify's validators. Issues become 400 `invalid_request`. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidRequest } from '../../../contract/errors.ts';
import { describeIssues, type RequestPart } from './describe-issues.ts';

const parts: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = parts[httpPart ?? 'body'] ?? 'body';
  const mayBeMissing = part === 'body' && schema.safeParse(undefined).success;
  // A missing body arrives as null.
  return (data: unknown) => validated(schema, part, mayBeMissing && data === null ? undefined : data);
};

/** The value that the schema makes of this part of a request, or the error. */
export function validated<Schema extends z.ZodType>(schema: Schema, part: RequestPart, value: unknown) {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data };
  return { error: invalidRequest(describeIssues(result.error, part, value, takesFields(schema))) };
}

/** Whether the body has a place for fields of a domain, which callers give beside it now and then. */
function takesFields(schema: z.ZodType): boolean {
  return 'shape' in schema && Object.hasOwn(schema.shape as object, 'fields');
}
