/**
 * A client that does not read its answer would hold its slot in work and the answer's memory for ever. Its connection is
 * cut when no byte could be sent for the time given. A slow reader goes on, since Node looks at what the system took. The
 * time begins with the answer, so work may take longer.
 */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function cutStalledAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    // After the answer Node sets its own time again, the one of a connection that is kept.
    const { socket } = reply.raw;
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    return payload;
  });
}
