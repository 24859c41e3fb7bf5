/**
 * What counts as no body: nothing, `null`, and an empty object, which many clients send with every call. Operations
 * that take no body refuse any other. To ignore one would be worse: `{"domain": "dating"}` sent with a DELETE means
 * one domain, and the user would be erased in all of them.
 */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../contract/errors.ts';
import type { Operation } from './operation.ts';
import { parseJsonBody } from './parse-json-body.ts';

/** Longer bodies of a GET are refused unread. */
const MAX_UNPARSED_BYTES = 1024;

export function isNoBody(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

export function refuseBody(request: FastifyRequest, operation: Operation): void {
  if (operation.body !== undefined) return;
  if (isUnparsed(request) ? request.jsonBody !== undefined : isNoBody(request.body)) return;
  throw invalidRequest([
    {
      path: '',
      message: `${operation.method} ${operation.path.replace(/:(\w+)/g, '{$1}')} takes no body; leave it out, and put parameters into the address`,
    },
  ]);
}

/**
 * Fastify parses no body of a GET. A short one is read here, so that an empty object can be told from others;
 * `jsonBody` is set where it counts as no body. It has no place in `admission` while it is read.
 */
export async function readUnparsedBody(request: FastifyRequest): Promise<void> {
  if (!isUnparsed(request)) return;
  const bytes = await shortBody(request);
  if (bytes !== null && isNoBody(tryParse(bytes))) request.jsonBody = {};
}

/** Whether there is a body that Fastify leaves on the wire. */
function isUnparsed({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** null for one that is too long, or that broke off. */
async function shortBody({ raw, headers }: FastifyRequest): Promise<Buffer | null> {
  if (Number(headers['content-length'] ?? 0) > MAX_UNPARSED_BYTES) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Left whole when the loop ends early: the answer still goes over its socket.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > MAX_UNPARSED_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** A text, which is some body, where it is no JSON. */
function tryParse(bytes: Buffer): unknown {
  try {
    return parseJsonBody(bytes);
  } catch {
    return 'malformed';
  }
}
