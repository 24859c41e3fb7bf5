/**
 * Regular expressions of mappings are for files that an operator imports. A mapping of messages has none: a caller's
 * expression could occupy the server for any time.
 */
import { invalidRequest } from '../../contract/errors.ts';
import { pathText } from '../../contract/issue-message.ts';

const patterns = new Set(['match', 'matches', 'record']);
const plainSplit = /^[\w\s,;/-]{1,16}$/;

/** Throws 400 for the first key that has a pattern. */
export function refusePatterns(value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'constant' || key === 'map') continue;
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (patterns.has(key)) throw refused(at, 'is not for messages: patterns are for imports of files alone');
    if (key === 'split' && !(typeof inner === 'string' && plainSplit.test(inner)))
      throw refused(at, 'must be letters, digits, spaces, «,», «;», «/» or «-» here, at most 16');
    refusePatterns(inner, at);
  }
}

const refused = (path: readonly PropertyKey[], message: string) =>
  invalidRequest([{ path: pathText(path), message }]);
