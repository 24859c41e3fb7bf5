import type { Issue } from '../../contract/error-details.ts';

const MAX_LENGTH = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a name must not have
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;

/** Faults of the name of a key or a member; null and undefined have none. */
export function nameIssues(name: string | null | undefined): readonly Issue[] {
  if (name == null) return [];
  if (name !== '' && name.length <= MAX_LENGTH && !controlCharacters.test(name)) return [];
  return [{ path: 'name', message: `must have 1 to ${MAX_LENGTH} characters, none of them a control` }];
}
