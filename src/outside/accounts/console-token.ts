/**
 * Tokens of the console: of a session (in the cookie) and of a one-time link. Stored as a hash, as keys are.
 */
import { randomBytes } from 'node:crypto';

/** 256 bits. */
const RANDOM_BYTES = 32;
/** Both, as `redact-secrets.ts` knows them. */
const tokenForm = /^cp_(session|link)_[A-Za-z0-9_-]{43}$/;

export function newConsoleToken(kind: 'session' | 'link'): string {
  return `cp_${kind}_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

export function hasTokenForm(text: string, kind: 'session' | 'link'): boolean {
  return tokenForm.exec(text)?.[1] === kind;
}
