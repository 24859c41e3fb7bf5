/** For tests of what only needs an encoder: one that serves, and no other. */
import type { Encoders } from '../encoders-in-force.ts';
import { encoderId, type TextEncoder } from '../text-encoder.ts';

export function alwaysServing(encoder: TextEncoder): Encoders {
  const serving = { encoderId: encoderId(encoder.identity), encoder, problem: null };
  const inForce = async () => ({ serving, target: null });
  return { inForce, opened: inForce, close: () => encoder.close() };
}
