/**
 * Serves `/v1/openapi.json` and the page that renders it, `/docs`. Both come from this server alone: no CDN,
 * no telemetry.
 */
import fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Operation } from '../operation.ts';
import { routeSchema } from '../route-schema.ts';
import { schemaController } from '../validation/schema-controller.ts';
import { completeDocument, type OpenApiDocument } from './complete-document.ts';
import { interfaceInfo } from './interface-info.ts';

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

/** The OpenAPI document of the operations. */
export async function describeOperations(
  operations: readonly Operation[],
  publicUrl: string | null,
): Promise<OpenApiDocument> {
  const { default: swagger } = await import('@fastify/swagger');
  // Registered once more, so that a server starts without what only the document needs.
  const described = fastify({ schemaController });
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  await described.register(swagger, {
    openapi: { ...interfaceInfo, servers: [{ url: publicUrl ?? '/' }] },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      completeDocument(jsonSchemaTransformObject(document) as OpenApiDocument, byId),
  });
  for (const operation of operations)
    described.route({
      method: operation.method,
      url: operation.path,
      schema: routeSchema(operation),
      handler: () => {},
    });
  await described.ready();
  return described.swagger() as object as OpenApiDocument;
}

/** The page with its script (4 MB of text), read with the first request. */
export function serveDocumentation(app: FastifyInstance): void {
  let opened: Promise<FastifyInstance> | undefined;
  const pages = () => {
    opened ??= openPages();
    return opened;
  };
  app.addHook('onClose', async () => (await opened)?.close());
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    app.get(path, async ({ url }, reply) => {
      const { statusCode, headers, rawPayload } = await (await pages()).inject({ method: 'GET', url });
      for (const name of ['content-type', 'location'] as const)
        if (headers[name] !== undefined) reply.header(name, headers[name]);
      reply.header('Content-Security-Policy', contentSecurityPolicy);
      return reply.code(statusCode).send(rawPayload);
    });
}

async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
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
  });
  await pages.ready();
  return pages;
}
