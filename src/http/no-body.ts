/**
 * What counts as no body: nothing, `null`, and an empty object, which many clients send with every call. Operations
 * that take no body refuse any other. Ignoring one would be worse: `{"domain": "dating"}` sent with a DELETE means
 * one domain, and the user would be erased in all of them.
 */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../contract/errors.ts';
import { announcesBody } from './bodies/announced-body.ts';
import type { Operation } from './operation.ts';
import { parseJsonBody } from './parse-json-body.ts';

export function isNoBody(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Call it once the body is in. Throws 400 for a body where the operation takes none. */
export async function refuseBody(request: FastifyRequest, operation: Operation): Promise<void> {
  if (operation.body !== undefined || !announcesBody(request.raw)) return;
  if (request.bodyBytes !== null && isNoBody(await tryParse(request.bodyBytes))) return;
  throw invalidRequest([
    {
      path: '',
      message: `${operation.method} ${operation.path.replace(/:(\w+)/g, '{$1}')} takes no body; leave it out, and put parameters into the address`,
    },
  ]);
}

/** A text, which is some body, where it is no JSON. */
async function tryParse(bytes: Buffer): Promise<unknown> {
  try {
    return await parseJsonBody(bytes);
  } catch {
    return 'malformed';
  }
}
