/**
 * What JSON's grammar allows and the service does not take, because some layer below could not give it back as it
 * came: names that reach into JavaScript's prototypes, numbers beyond doubles (`1e999`), half surrogate pairs (they
 * have no UTF-8), and NUL (PostgreSQL stores none). Twice the same name in an object is settled as JSON.parse does: the
 * last one holds.
 */
import type { Issue } from '../contract/errors.ts';
import { pathText } from '../contract/issue-message.ts';

/** The first thing that cannot be taken; undefined where all can. Recursive: `passedBound` bounds the levels before. */
export function faultOfJsonValue(root: unknown): Issue | undefined {
  const fault = faultBelow(root);
  return fault && { path: pathText(fault.path.reverse()), message: fault.message };
}

/** The way to it is written down on the way back: a body without fault, of a million values, costs no paths. */
interface Fault {
  readonly message: string;
  /** From the inside out. */
  readonly path: PropertyKey[];
}

function faultBelow(value: unknown): Fault | undefined {
  const message = faultOfOne(value);
  if (message !== undefined) return { message, path: [] };
  if (value === null || typeof value !== 'object') return undefined;
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
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'the number is too large for a 64-bit float; give one below 1.8e308';
  }
  return undefined;
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
