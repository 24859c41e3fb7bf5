/**
 * Serves `/v1/openapi.json` and the page that renders it, `/docs`. Both come from this server alone: no CDN,
 * no telemetry.
 */
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { interfaceInfo } from './interface-info.ts';
import { completeDocument, type OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';

/** The page may load only from itself. Its script creates inline styles and images. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');

export async function describeInterface(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  const operations = new Map<string, Operation>();
  app.addHook('onRoute', ({ config, method }) => {
    const operation = config?.operation;
    if (operation !== undefined && method !== 'HEAD') operations.set(operation.operationId, operation);
  });
  await app.register(swagger, {
    openapi: { ...interfaceInfo, servers: [{ url: publicUrl ?? '/' }] },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      completeDocument(jsonSchemaTransformObject(document) as OpenApiDocument, operations),
  });
}

export async function serveDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Counterpart',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('Content-Security-Policy', contentSecurityPolicy);
        done();
      },
    },
  });
}
