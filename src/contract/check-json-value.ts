/**
 * Refuses JSON values that a lower layer could not return unchanged. These are keys that reach JavaScript
 * prototypes, numbers beyond doubles (`1e999`), and fractions with more digits than doubles keep. Texts are
 * refused with lone surrogates (no UTF-8 form) and NUL (PostgreSQL stores none). A whole number with too many
 * digits may be an id; the schemas refuse it elsewhere. A duplicate key is resolved as by JSON.parse: the last
 * one wins.
 */
import { clip } from './clip.ts';
import type { Issue } from './error-details.ts';
import { pathText } from './issue-message.ts';
import { lostDigits, WrittenNumber, wholeDigits } from './written-number.ts';

/** The first fault; undefined where there is none. The recursion is bounded by `passedBound`. */
export function faultOfJsonValue(root: unknown): Issue | undefined {
  const fault = faultBelow(root);
  return fault && { path: pathText(fault.path.reverse()), message: fault.message };
}

/** The path is collected on the way back up: a valid body of a million values allocates no paths. */
interface Fault {
  readonly message: string;
  /** Innermost key first. */
  readonly path: PropertyKey[];
}

function faultBelow(value: unknown): Fault | undefined {
  const message = faultOfOne(value);
  if (message !== undefined) return { message, path: [] };
  if (value === null || typeof value !== 'object' || value instanceof WrittenNumber) return undefined;
  return Array.isArray(value) ? faultOfElements(value) : faultOfMembers(value);
}

function faultOfElements(values: readonly unknown[]): Fault | undefined {
  for (let at = 0; at < values.length; at++) {
    const fault = faultBelow(values[at]);
    if (fault !== undefined) return inside(fault, at);
  }
  return undefined;
}

function faultOfMembers(value: object): Fault | undefined {
  for (const name of Object.keys(value)) {
    const message = faultOfName(name);
    if (message !== undefined) return { message, path: [name] };
    const fault = faultBelow((value as Record<string, unknown>)[name]);
    if (fault !== undefined) return inside(fault, name);
  }
  return undefined;
}

function inside(fault: Fault, key: PropertyKey): Fault {
  fault.path.push(key);
  return fault;
}

function faultOfOne(value: unknown): string | undefined {
  if (typeof value === 'string') return faultOfText(value);
  return value instanceof WrittenNumber ? faultOfWritten(value) : undefined;
}

function faultOfWritten(number: WrittenNumber): string | undefined {
  if (!Number.isFinite(Number(number.source)))
    return 'the number is too large for a 64-bit float; give one below 1.8e308';
  return wholeDigits(number) === null ? lostDigits(`the number ${clip(number.source)}`) : undefined;
}

function faultOfName(name: string): string | undefined {
  return name === '__proto__' ? 'the key «__proto__» is not taken; use another name' : faultOfText(name);
}

function faultOfText(text: string): string | undefined {
  if (!text.isWellFormed()) {
    return 'the text has half of a surrogate pair (a character cut in two); send well-formed Unicode';
  }
  if (text.includes('\u0000')) return 'the text has a NUL character (U+0000); take it out';
  return undefined;
}
