/**
 * Regular expressions that operators write. They run in RE2's linear-time engine, so no pattern, however written, can
 * hang the server on a long text (JavaScript's own engine backtracks; safe-regex2 only guesses which patterns do).
 */
import { RE2JS } from 're2js';

/** Compiles a pattern; throws an Error for a syntax that RE2 has not. */
export function compilePattern(pattern: string, caseSensitive: boolean): RE2JS {
  return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
}

/** What is wrong with a rule's pattern; null when it can be used. */
export function checkPattern(pattern: string): string | null {
  try {
    const names = compilePattern(pattern, false).namedGroups();
    return 'value' in names ? null : 'the pattern needs a named group: (?P<value>…)';
  } catch (error) {
    return `not a pattern in RE2 syntax: ${(error as Error).message}`;
  }
}
