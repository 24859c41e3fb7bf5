/** Characters of a name or a value of a request that a message shows. */
export const SHOWN_CHARACTERS = 60;

/**
 * What an error shows of a request: its beginning, so that no answer grows with what was sent. At most `most` UTF-16
 * characters and an ellipsis, well-formed.
 */
export function clip(text: string, most: number = SHOWN_CHARACTERS): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most).toWellFormed()}…`;
}
