/**
 * The JSON body of a request of the page itself. It may hold a secret, so no message quotes it. The parser of
 * operations quotes what was given, so the body is parsed here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantId } from '../../../contract/brands.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import { parseJsonBody } from '../../../contract/parse-json-body.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import { announcesBody, bodyTravels } from '../bodies/announced-body.ts';
import type { BodyPace } from '../bodies/body-pace.ts';
import type { OpenBodies } from '../bodies/open-bodies.ts';
import { readBody } from '../bodies/read-body.ts';
import { refuseAnnouncedSize } from '../bodies/refuse-announced-size.ts';
import { waitsForContinue } from '../node-server.ts';
import { refuseMediaType } from '../request/media-type.ts';
import { networkOf } from './limit-sign-ins.ts';

export const MAX_BODY_BYTES = 4096;

export interface SmallBodyParts {
  readonly openBodies: OpenBodies;
  readonly pace: BodyPace;
}

/** Before the body is read. */
export async function refuseWrongBody(request: FastifyRequest): Promise<void> {
  refuseMediaType(request);
  refuseAnnouncedSize(request);
}

/** `expected`: for the message, `{"to": "…"}`. Throws 400 `invalid_request`. */
export async function readSmallBody(
  { raw, ip }: FastifyRequest,
  reply: FastifyReply,
  { openBodies, pace }: SmallBodyParts,
  expected: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (!announcesBody(raw)) throw malformedBody(expected);
  const close = bodyTravels(raw) ? openBodies.open(callerAt(ip)) : () => {};
  try {
    if (waitsForContinue(raw)) reply.raw.writeContinue();
    const body = await parseJsonBody(await readBody(raw, MAX_BODY_BYTES, pace)).catch(() => {
      throw malformedBody(expected);
    });
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } finally {
    close();
  }
}

/** Bodies of sign-ins share the slots for bodies as one more workspace. */
function callerAt(ip: string): Caller {
  return { tenantId: tenantId('sign-in'), keyId: networkOf(ip), scopes: [], rate: 0, burst: 0 };
}

export function malformedBody(expected: string) {
  return invalidRequest([
    {
      path: '',
      message: `the body must be ${expected}; it is not repeated here, because it may hold a secret`,
    },
  ]);
}
