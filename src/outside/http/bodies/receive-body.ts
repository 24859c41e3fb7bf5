/**
 * Receives the body after every refusal that the head allows and before the request is processed. A client
 * that waits for «100 Continue» gets it here. The key is checked again after the body has arrived, so that a
 * key revoked meanwhile writes nothing. A body that arrived with its head, in the same turn of the event
 * loop, leaves no such time.
 */
import type { preParsingAsyncHookHandler } from 'fastify';
import { waitsForContinue } from '../node-server.ts';
import { callerOf } from '../request/authenticate.ts';
import { currentTurn } from '../request/current-turn.ts';
import type { Accounts } from '../server-dependencies.ts';
import { announcedLength, announcesBody, bodyTravels, takesBody } from './announced-body.ts';
import type { BodyPace } from './body-pace.ts';
import type { OpenBodies } from './open-bodies.ts';
import { readBody } from './read-body.ts';

/** Limit for GET and HEAD. */
const MAX_UNPARSED_BYTES = 1024;

export interface BodyParts {
  readonly accounts: Pick<Accounts, 'authenticate' | 'sessions'>;
  readonly openBodies: OpenBodies;
  readonly pace: BodyPace;
}

export function receiveBody({ accounts, openBodies, pace }: BodyParts): preParsingAsyncHookHandler {
  return async (request, reply) => {
    const { raw } = request;
    if (!announcesBody(raw)) return;
    const bodyLimit = takesBody(request) ? request.routeOptions.bodyLimit : MAX_UNPARSED_BYTES;
    // The body of a GET is read only to tell an empty object from others; a longer one is refused unread.
    if (!takesBody(request) && announcedLength(raw) > bodyLimit) return;
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
    if (request.callerTurn !== currentTurn()) request.caller = await callerOf(accounts, request);
  };
}
