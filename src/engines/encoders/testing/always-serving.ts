/** For tests that only need an encoder: one that serves, without a switch. */
import type { Encoders } from '../active-encoders.ts';
import { encoderId, type TextEncoder } from '../text-encoder.ts';

export function alwaysServing(encoder: TextEncoder): Encoders {
  const serving = { encoderId: encoderId(encoder.identity), encoder, problem: null };
  const active = async () => ({ serving, target: null });
  return { active, opened: active, close: () => encoder.close() };
}
