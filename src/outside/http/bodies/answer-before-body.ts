/**
 * An answer that is sent before the body is complete (mostly a refusal) ends its connection. All its bytes
 * are sent at once, but its stream ends only after the rest of the body was drained. Otherwise Node would
 * close the connection, because it does so when that stream ends.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyTravels } from './announced-body.ts';
import { drain } from './drain.ts';

/** Register this after hooks that read the payload: those see text, later ones see a stream. */
export function answerBeforeBody(app: FastifyInstance): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!bodyTravels(request.raw)) return done();
    reply.header('Connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done();
    reply.header('Content-Length', Buffer.byteLength(payload));
    done(null, Readable.from(thenDrain(payload, request, reply, stopping.signal), { objectMode: false }));
  });
}

async function* thenDrain(
  payload: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
) {
  // HEAD sends no payload byte that would flush the headers.
  reply.raw.flushHeaders();
  yield payload;
  await drain(request.raw, stopping);
}
