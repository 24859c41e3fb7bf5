/** Longest name or value of a request in a message, characters. */
export const SHOWN_CHARACTERS = 60;

/**
 * The beginning of a text of a request, for errors, so that no answer grows with the request. At most `most`
 * UTF-16 units and an ellipsis, well-formed.
 */
export function clip(text: string, most: number = SHOWN_CHARACTERS): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most).toWellFormed()}…`;
}

/** Issues listed in an error: a body with a million faults does not get a million issues back. */
export const MAX_ISSUES = 20;
