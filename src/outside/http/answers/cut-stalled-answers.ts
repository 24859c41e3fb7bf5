/**
 * A client that does not read its answer would hold its slot and the memory of the answer for ever. Its
 * connection is cut when no byte could be sent for `stallMs`. A slow reader is not cut, because Node counts
 * the bytes that the system accepted. The time starts with the answer, so the work may take longer.
 */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function cutStalledAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // After the answer Node restores its own timeout, the keep-alive one.
    const { socket } = reply.raw;
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    done();
  });
}
