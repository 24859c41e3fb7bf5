/**
 * Admits a body of lines without reading it: the operation reads it while it answers. The body counts as open
 * until its last byte, or until its answer has ended.
 */
import type { preParsingAsyncHookHandler } from 'fastify';
import { announcesBody, bodyTravels } from '../bodies/announced-body.ts';
import type { OpenBodies } from '../bodies/open-bodies.ts';
import { waitsForContinue } from '../node-server.ts';

export function receiveLines(openBodies: OpenBodies): preParsingAsyncHookHandler {
  return async (request, reply) => {
    const { raw } = request;
    if (!announcesBody(raw) || !bodyTravels(raw)) return;
    const close = openBodies.open(request.caller!);
    let isOpen = true;
    const closeOnce = () => {
      if (isOpen) close();
      isOpen = false;
    };
    raw.once('end', closeOnce);
    reply.raw.once('close', closeOnce);
    if (waitsForContinue(raw)) reply.raw.writeContinue();
  };
}
