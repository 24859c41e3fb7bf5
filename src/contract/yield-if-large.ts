/**
 * Processes a large body in separate turns of the event loop (count, parse, check, validate, hash, work), so
 * that other requests run in between. For a smaller body these steps together take about a millisecond.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KIB } from './common.ts';

export const LARGE_BYTES = 128 * KIB;

/** Undefined for a small body. */
export function yieldIfLarge(bytes: number): Promise<void> | undefined {
  return bytes > LARGE_BYTES ? nextTurn() : undefined;
}
