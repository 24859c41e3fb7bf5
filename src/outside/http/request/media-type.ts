/** Bodies are JSON, or lines of JSON, in UTF-8, not compressed. */
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';
import { readsBody, takesBody } from '../bodies/announced-body.ts';
import { bodyTypesOf } from '../operation.ts';

/** Checks the head alone, so that a body of another type is never requested. */
export function refuseMediaType(request: FastifyRequest): void {
  refuseType(request);
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw apiError(
      'unsupported_media_type',
      `The body is sent with «Content-Encoding: ${coding.slice(0, 40)}»; send it without compression.`,
      { given: coding.slice(0, 40), supported: ['identity'] },
    );
  }
  // A text says its encoding.
  if (request.routeOptions.config.operation?.bodyTypes !== undefined) return;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw apiError(
      'unsupported_media_type',
      `The body is said to be in «${charset.slice(0, 40)}»; JSON is sent in UTF-8.`,
      { given: charset.slice(0, 40), supported: ['utf-8'] },
    );
  }
}

/** Fastify refuses other types as well, but only after the body has arrived. */
function refuseType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  const isTaken = type === undefined ? !readsBody(request) : isAmong(type, supportedTypes(request));
  if (!isTaken && (type === undefined || takesBody(request))) throw unsupportedMediaType(request);
}

function supportedTypes({ routeOptions: { config } }: FastifyRequest): readonly string[] {
  return config.operation === undefined ? ['application/json'] : bodyTypesOf(config.operation);
}

function isAmong(type: string, supported: readonly string[]): boolean {
  return supported.includes(type.split(';', 1)[0]!.trim().toLowerCase());
}

export function unsupportedMediaType(request: FastifyRequest) {
  const header = request.headers['content-type'];
  const supported = supportedTypes(request);
  const isFile = request.routeOptions.config.operation?.bodyTypes !== undefined;
  const form = supported.includes('application/json') ? 'JSON in UTF-8' : 'one JSON object a line in UTF-8';
  const types = supported.map((type) => `«Content-Type: ${type}»`).join(' or ');
  return apiError(
    'unsupported_media_type',
    `${header === undefined ? 'The body has no Content-Type' : 'The Content-Type of the body is not supported'}; send ${isFile ? 'a form or a file' : form} with ${types}.`,
    { given: header?.slice(0, 200) ?? null, supported },
  );
}
