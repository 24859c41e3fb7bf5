/** The id of a person by the name of their document. */
import { UsageError } from '../../usage-error.ts';

/**
 * `pattern`: a regular expression whose first group is the id; without one, the name without its ending. A
 * name that does not fit has the empty id, which is refused with the document.
 */
export function idOfName(pattern?: string): (name: string) => string {
  if (pattern === undefined) return (name) => name.normalize('NFC').replace(/\.[^.]*$/, '');
  const compiled = compiledPattern(pattern);
  return (name) => {
    const found = compiled.exec(name.normalize('NFC'));
    return found?.[1] ?? found?.[0] ?? '';
  };
}

function compiledPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    throw new UsageError(`--id-from is no regular expression: ${(error as Error).message}`);
  }
}
