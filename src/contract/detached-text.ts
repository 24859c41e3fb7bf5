/**
 * V8 makes a part of a text as a view of the whole: a cached word of a text of 256 KiB keeps all of it. Whatever outlives
 * the text, such as the key of a cache, is copied first.
 */

/** V8 copies shorter parts (`SlicedString::kMinLength`). */
const SHORTEST_VIEW = 13;

/** An equal text that keeps no other one alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_VIEW ? text : (JSON.parse(JSON.stringify(text)) as string);
}
