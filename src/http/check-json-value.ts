/**
 * What JSON's grammar allows and the service does not take, because some layer below could not give it back as it
 * came: names that reach into JavaScript's prototypes, numbers beyond doubles (`1e999`), half surrogate pairs (they
 * have no UTF-8), NUL (PostgreSQL stores none), and nesting so deep that recursion would end the process.
 * Twice the same name in an object is settled as JSON.parse does: the last one holds.
 */
import type { Issue } from '../contract/errors.ts';
import { pathText } from './describe-issues.ts';

const MAX_DEPTH = 64;

interface Visit {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** The first thing that cannot be taken; undefined where all can. Iterative: depth costs no stack. */
export function faultOfJsonValue(root: unknown): Issue | undefined {
  const open: Visit[] = [{ value: root, path: [] }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path } = visit;
    const message = faultOfOne(value, path.length);
    if (message !== undefined) return { path: path.length > MAX_DEPTH ? '' : pathText(path), message };
    if (value === null || typeof value !== 'object') continue;
    for (const [key, inner] of entriesOf(value)) {
      const fault = typeof key === 'string' ? faultOfName(key) : undefined;
      if (fault !== undefined) return { path: pathText([...path, key]), message: fault };
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return undefined;
}

function entriesOf(value: object): Iterable<[PropertyKey, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

function faultOfOne(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'the number is too large for a 64-bit float; give one below 1.8e308';
  }
  if (value !== null && typeof value === 'object' && depth > MAX_DEPTH) {
    return `the body is nested deeper than ${MAX_DEPTH} levels; flatten it`;
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
