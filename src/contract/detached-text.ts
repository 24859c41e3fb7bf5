/**
 * V8 makes a substring as a view of its text, so a cached word of a text of 256 KiB keeps all of it. A string
 * that outlives its text, such as the key of a cache, is therefore copied first.
 */

/** V8 copies shorter parts (`SlicedString::kMinLength`). */
const SHORTEST_VIEW = 13;

/** An equal text that keeps no other one alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_VIEW ? text : (JSON.parse(JSON.stringify(text)) as string);
}
