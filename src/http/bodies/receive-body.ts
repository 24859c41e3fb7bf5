/**
 * Takes the body in, after every refusal that its head allows and before the request is in work. A client that waits for
 * «100 Continue» is sent it here. The key is checked again after a body that travelled: a key that was revoked
 * meanwhile writes nothing.
 */
import type { preParsingAsyncHookHandler } from 'fastify';
import { keyOf } from '../authenticate.ts';
import { waitsForContinue } from '../node-server.ts';
import type { Accounts } from '../server-dependencies.ts';
import { bodyTravels, readsBody } from './announced-body.ts';
import type { BodyPace } from './body-pace.ts';
import type { OpenBodies } from './open-bodies.ts';
import { readBody } from './read-body.ts';

export interface BodyParts {
  readonly accounts: Pick<Accounts, 'authenticate'>;
  readonly openBodies: OpenBodies;
  readonly pace: BodyPace;
}

export function receiveBody({ accounts, openBodies, pace }: BodyParts): preParsingAsyncHookHandler {
  return async (request, reply) => {
    if (!readsBody(request)) return;
    const { raw } = request;
    const { bodyLimit } = request.routeOptions;
    if (!bodyTravels(raw)) {
      request.bodyBytes = await readBody(raw, bodyLimit, pace);
      return;
    }
    const close = openBodies.open(request.caller!);
    try {
      if (waitsForContinue(raw)) reply.raw.writeContinue();
      request.bodyBytes = await readBody(raw, bodyLimit, pace);
    } finally {
      close();
    }
    request.caller = await accounts.authenticate(keyOf(request));
  };
}
