import { z } from 'zod';
import type { OpenApiDocument } from '../openapi/complete-document.ts';
import { operation } from '../operation.ts';

/** `document` gives the complete OpenAPI document. */
export const getOpenapi = ({ document }: { readonly document: () => Promise<OpenApiDocument> }) =>
  operation({
    operationId: 'getInterface',
    sdk: 'service.interface',
    method: 'GET',
    path: '/v1/openapi.json',
    scope: 'public',
    tag: 'Operation',
    summary: 'This document',
    description: 'OpenAPI 3.1, made of the very schemas that validate. Needs no key.',
    answer: {
      status: 200,
      description: 'The OpenAPI document.',
      schema: z.record(z.string(), z.unknown()),
    },
    errors: [],
    handle: document,
  });
