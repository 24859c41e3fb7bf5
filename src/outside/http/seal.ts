/**
 * Sealed texts are given to a client to be handed back, such as a cursor or a download token. They carry an
 * HMAC-SHA-256, so that only this service can make one. The content is readable, and valid only for the
 * context that it was sealed for. A JWT would add a header that only this service would read.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 32;
/** A text sealed for one context must not open for another. */
type Context = readonly (string | null)[];

export interface Sealer {
  /** URL-safe; 43 characters longer than 4/3 of the payload's bytes. The same payload gives the same text. */
  seal(context: Context, payload: string): string;
  /** null where the text was not sealed with this secret for this context, or was changed. */
  open(context: Context, sealed: string): string | null;
}

export function createSealer(secret: Uint8Array): Sealer {
  const macOf = (context: Context, payload: Uint8Array) =>
    createHmac('sha256', secret)
      .update(`${JSON.stringify(context)}\n`)
      .update(payload)
      .digest();
  return {
    seal: (context, payload) => {
      const bytes = Buffer.from(payload);
      return Buffer.concat([macOf(context, bytes), bytes]).toString('base64url');
    },
    open: (context, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      // Node skips characters outside base64url: only the canonical text is accepted.
      if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== sealed) return null;
      const payload = bytes.subarray(MAC_BYTES);
      return timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(context, payload))
        ? payload.toString()
        : null;
    },
  };
}
