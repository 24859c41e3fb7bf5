/** The turn between validation and work of a large body. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LARGE_BYTES } from '../../../contract/yield-if-large.ts';

/** A chunked body does not announce its size. */
export function yieldAfterLargeBody(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  if (length <= LARGE_BYTES) done();
  else void nextTurn().then(() => done());
}
