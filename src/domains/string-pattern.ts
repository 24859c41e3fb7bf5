/**
 * Regular expressions of operators. They run in RE2's linear-time engine, since in JavaScript's backtracking
 * engine a pattern could block the server.
 */
import { RE2JS } from 're2js';

/** Compiles a pattern; throws an Error for syntax that RE2 lacks. */
export function compilePattern(pattern: string, caseSensitive: boolean): RE2JS {
  return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
}

/** The fault of a rule's pattern, or null. */
export function checkPattern(pattern: string): string | null {
  const fault = checkSyntax(pattern);
  if (fault !== null) return fault;
  const names = compilePattern(pattern, false).namedGroups();
  return 'value' in names ? null : 'the pattern needs a named group: (?P<value>…)';
}

/** The fault of a pattern that need not name a value, or null. */
export function checkSyntax(pattern: string): string | null {
  try {
    compilePattern(pattern, false);
    return null;
  } catch (error) {
    return `not a pattern in RE2 syntax: ${(error as Error).message}`;
  }
}
