/**
 * A large body takes its steps (count, parse, look, validate, fingerprint, work) in turns of the event loop of their own,
 * so that others are answered in between. The steps over a smaller one take about a millisecond together.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { KIB } from '../contract/common.ts';

const LARGE_BYTES = 128 * KIB;

/** Undefined where there is nothing to wait for. */
export function yieldIfLarge(bytes: number): Promise<void> | undefined {
  return bytes > LARGE_BYTES ? nextTurn() : undefined;
}

/** Between validation and work. A body that came in chunks does not say its size beforehand. */
export async function yieldAfterLargeBody({ headers }: FastifyRequest): Promise<void> {
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  await yieldIfLarge(length);
}
