/** Zod schemas as Fastify's validators. Issues become 400 `invalid_request`. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidRequest } from '../contract/errors.ts';
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
  return (data: unknown) => {
    // A missing body arrives as null.
    const given = mayBeMissing && data === null ? undefined : data;
    const result = schema.safeParse(given, { reportInput: true });
    if (result.success) return { value: result.data };
    return { error: invalidRequest(describeIssues(result.error, part, given)) };
  };
};
