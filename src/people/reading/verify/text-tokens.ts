/** The word pieces of a text, each with the place of its word, as the verifier's network reads them. */
import type { WordPieceTokenizer } from '../../../engines/encoders/wordpiece/wordpiece-tokenizer.ts';

export interface TextTokens {
  readonly ids: readonly number[];
  /** UTF-16 offsets of the word of each piece; [0, 0) of the marks around a text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Words, and marks that are words of their own: as the tokenizer splits a text, but with their places. */
const WORD = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;

/** The first `most` pieces; `first` and `last` are the marks around a text. */
export function tokensOf(
  text: string,
  tokenizer: WordPieceTokenizer,
  { first, last, most }: Readonly<{ first: number; last: number; most: number }>,
): TextTokens {
  const [ids, starts, ends] = [[first], [0], [0]];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    for (const id of tokenizer.tokenize(word)) {
      ids.push(id);
      starts.push(index);
      ends.push(index + word.length);
    }
    if (ids.length >= most) return { ids: ids.slice(0, most), starts, ends };
  }
  ids.push(last);
  starts.push(0);
  ends.push(0);
  return { ids, starts, ends };
}

/** The pieces [first, last) of the words in [start, end); null: none was read. */
export function piecesIn(
  { ids, starts, ends }: TextTokens,
  [start, end]: readonly [number, number],
): readonly [number, number] | null {
  let from = -1;
  let to = -1;
  for (let at = 0; at < ids.length; at++) {
    if (ends[at]! <= start || starts[at]! >= end) continue;
    if (from < 0) from = at;
    to = at + 1;
  }
  return from < 0 ? null : [from, to];
}
