/**
 * Treats nothing, `null` and an empty object as no body: many clients send an empty object with every call.
 * Operations without a body refuse any other one. Ignoring it would be worse: a DELETE with `{"domain":
 * "dating"}` means one domain, and would erase the user in all of them.
 */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../contract/errors.ts';
import { parseJsonBody } from '../../../contract/parse-json-body.ts';
import { announcesBody } from '../bodies/announced-body.ts';
import type { Operation } from '../operation.ts';

export function isNoBody(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Call this once the body is complete. Throws 400 for a body where the operation takes none. */
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

/** Bytes that are not JSON are returned as text, which counts as a body. */
async function tryParse(bytes: Buffer): Promise<unknown> {
  try {
    return await parseJsonBody(bytes);
  } catch {
    return 'malformed';
  }
}
