/**
 * The SDK parses a call with JSON.parse, which rounds whole numbers beyond 2^53. Such an argument may be
 * another one than was sent, so it is refused; an id of so many digits is sent as text.
 */
import { invalidRequest } from '../../../contract/errors.ts';
import { pathText } from '../../../contract/issue-message.ts';
import type { Arguments } from './tool.ts';

/** Rejects with `invalid_request`, or carries the call out. */
export async function refuseRounded<T>(args: Arguments, call: () => Promise<T>): Promise<T> {
  const path = pathOfRounded(args);
  if (path === undefined) return call();
  const message = 'expected a whole number below 2^53; send a larger one, such as an id, as text';
  throw invalidRequest([{ path: pathText(path), message }]);
}

function pathOfRounded(value: unknown): readonly PropertyKey[] | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfRounded(inner);
    if (path !== undefined) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return undefined;
}
