/**
 * Processes a large body in separate turns of the event loop (count, parse, check, validate, hash, work), so
 * that other requests run in between. For a smaller body these steps together take about a millisecond.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { KIB } from '../contract/common.ts';

const LARGE_BYTES = 128 * KIB;

/** Undefined for a small body. */
export function yieldIfLarge(bytes: number): Promise<void> | undefined {
  return bytes > LARGE_BYTES ? nextTurn() : undefined;
}

/** Runs between validation and work. A chunked body does not announce its size. */
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
