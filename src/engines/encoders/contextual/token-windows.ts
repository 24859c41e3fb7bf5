/**
 * Cuts the tokens of a text into windows that the network reads at once. A text of more than `most` windows
 * is read in that many, at even distances from start to end. So a text of any length costs a bounded time.
 */

/** Tokens of a window with [CLS] and [SEP] around them: what the network was fitted on. */
export const WINDOW_TOKENS = 128;

export interface SpecialTokens {
  readonly first: number;
  readonly last: number;
  readonly unknown: number;
  /** All ids that no word of a text can have, `unknown` left out. */
  readonly reserved: ReadonlySet<number>;
}

/** Windows of a text's word pieces; none for a text without any known piece. */
export function tokenWindows(
  pieces: readonly number[],
  special: SpecialTokens,
  most: number,
): readonly (readonly number[])[] {
  const words = pieces.filter((id) => !special.reserved.has(id));
  if (words.every((id) => id === special.unknown)) return [];
  const room = WINDOW_TOKENS - 2;
  const needed = Math.ceil(words.length / room);
  const count = Math.min(needed, most);
  const width = needed > count ? room : Math.ceil(words.length / count);
  const windows: number[][] = [];
  for (let n = 0; n < count; n++) {
    const start = count === 1 ? 0 : Math.round((n * (words.length - width)) / (count - 1));
    windows.push([special.first, ...words.slice(start, start + width), special.last]);
  }
  return windows;
}
