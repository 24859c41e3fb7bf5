/**
 * Free text has a limit of its own, in bytes of UTF-8. A longer text is 413, whatever other faults the
 * request has.
 */
import { MAX_TEXT_BYTES } from '../contract/common.ts';
import { apiError } from '../contract/errors.ts';

export function limitTexts(body: unknown, names: readonly string[]): void {
  if (body === null || typeof body !== 'object') return;
  for (const name of names) {
    const text = (body as Record<string, unknown>)[name];
    const bytes = typeof text === 'string' ? Buffer.byteLength(text, 'utf8') : 0;
    if (bytes <= MAX_TEXT_BYTES) continue;
    throw apiError(
      'payload_too_large',
      `${name} has ${bytes} bytes of UTF-8; at most ${MAX_TEXT_BYTES} (256 KiB) are taken. Send it in parts, one call each.`,
      { path: name, given_bytes: bytes, limit_bytes: MAX_TEXT_BYTES },
    );
  }
}
