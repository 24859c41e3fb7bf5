/**
 * The windows of a text that the network reads at once. A text that fits is one window. A longer one is cut into
 * windows that overlap, each behind the head of the text, so that every window knows what the text is about.
 */
import type { TextTokens } from './text-tokens.ts';

/** Word pieces of a window, with the marks around it: what the network was fitted on. */
export const WINDOW_PIECES = 256;
/** Pieces of the text's head before a later window, and pieces that two windows share. */
const HEAD_PIECES = 24;
const SHARED_PIECES = 24;
/** Later windows of a text are left to the rules. */
export const MOST_WINDOWS = 16;
/** Pieces of a text that fit into all windows. */
export const MOST_PIECES = MOST_WINDOWS * WINDOW_PIECES;

export interface WindowMarks {
  /** Ids of the pieces before and after a text. */
  readonly first: number;
  readonly last: number;
}

/** `text`: its pieces without marks. Pieces of the head have the place [0, 0) in later windows. */
export function windowsOf(text: TextTokens, { first, last }: WindowMarks): readonly TextTokens[] {
  const { length } = text.ids;
  const whole = WINDOW_PIECES - 2;
  if (length <= whole) return length === 0 ? [] : [framed([], 0, length)];
  const windows = [framed([], 0, whole)];
  const room = WINDOW_PIECES - HEAD_PIECES - 3;
  for (let from = whole - SHARED_PIECES; windows.length < MOST_WINDOWS; from += room - SHARED_PIECES) {
    windows.push(framed([...text.ids.slice(0, HEAD_PIECES), last], from, Math.min(length, from + room)));
    if (from + room >= length) break;
  }
  return windows;

  function framed(head: readonly number[], from: number, to: number): TextTokens {
    const before = new Array<number>(head.length + 1).fill(0);
    return {
      ids: [first, ...head, ...text.ids.slice(from, to), last],
      starts: [...before, ...text.starts.slice(from, to), 0],
      ends: [...before, ...text.ends.slice(from, to), 0],
    };
  }
}
