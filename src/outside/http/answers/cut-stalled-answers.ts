/**
 * A client that does not read its answer would hold its slot and the memory of the answer for ever. Its
 * connection is cut when no byte could be sent for `stallMs`. A slow reader is not cut, because Node counts
 * the bytes that the system accepted. The time starts with the answer, so the work may take longer.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

export function cutStalledAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // After the answer Node restores its own timeout, the keep-alive one.
    const { socket } = reply.raw;
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    done();
  });
}

/**
 * Cuts a connection where no byte moves for the time that an answer may stall. Only bytes that the client
 * does not read count: a batch may take longer to carry out, and a client may wait for it.
 */
export function forgiveWork({ raw }: FastifyReply): void {
  raw.on('timeout', (socket: FastifyReply['raw']['socket']) => {
    if (raw.writableNeedDrain || (socket?.writableLength ?? 0) > 0) socket?.destroy();
  });
}
