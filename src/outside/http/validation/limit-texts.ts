/**
 * Free text has a limit of its own, in bytes of UTF-8. A longer text is 413, whatever other faults the
 * request has.
 */
import { KIB, MAX_TEXT_BYTES } from '../../../contract/common.ts';
import { apiError } from '../../../contract/errors.ts';

/** `paths`: keys of the body, with a dot for a key in a key (`profile.context`). */
export function limitTexts(body: unknown, paths: readonly string[], limit = MAX_TEXT_BYTES): void {
  for (const path of paths) {
    const text = path.split('.').reduce(valueAt, body);
    const bytes = typeof text === 'string' ? Buffer.byteLength(text, 'utf8') : 0;
    if (bytes <= limit) continue;
    throw apiError(
      'payload_too_large',
      `${path} has ${bytes} bytes of UTF-8; at most ${limit} (${limit / KIB} KiB) are taken. ${limit === MAX_TEXT_BYTES ? 'Send it in parts, one call each' : 'Shorten it'}.`,
      { path, given_bytes: bytes, limit_bytes: limit },
    );
  }
}

function valueAt(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
