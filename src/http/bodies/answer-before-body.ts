/**
 * An answer that is sent before the body is in (mostly a refusal) ends its connection. All its bytes are sent at once,
 * but its stream ends only when the rest of the body was drained: Node closes the connection with that end.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyTravels } from './announced-body.ts';
import { drain } from './drain.ts';

/** Call it after hooks that read the payload: they see text where later hooks see a stream. */
export function answerBeforeBody(app: FastifyInstance): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onSend', async (request, reply, payload) => {
    if (!bodyTravels(request.raw)) return payload;
    reply.header('Connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    reply.header('Content-Length', Buffer.byteLength(payload));
    return Readable.from(thenDrain(payload, request, reply, stopping.signal), { objectMode: false });
  });
}

async function* thenDrain(
  payload: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
) {
  // To HEAD no byte of the payload is sent that would take the headers along.
  reply.raw.flushHeaders();
  yield payload;
  await drain(request.raw, stopping);
}
