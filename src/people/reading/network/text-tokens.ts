/** The word pieces of a text, each with the place of its word, as the network reads them. */
import type { WordPieceTokenizer } from '../../../engines/encoders/wordpiece/wordpiece-tokenizer.ts';

export interface TextTokens {
  readonly ids: readonly number[];
  /** UTF-16 offsets of the word of each piece; [0, 0) of pieces that mark a window. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Words, and marks that are words of their own: as the tokenizer splits a text, but with their places. */
const WORD = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;
/** A run of the same mark ("-----") is read once. */
const RUN = /^[\p{P}$+<=>^`|~]$/u;

/** The first `most` pieces. */
export function tokensOf(text: string, tokenizer: WordPieceTokenizer, most: number): TextTokens {
  const [ids, starts, ends]: [number[], number[], number[]] = [[], [], []];
  let before = '';
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isRepeated = word === before && RUN.test(word) && ends.at(-1) === index;
    before = word;
    if (isRepeated) {
      ends[ends.length - 1] = index + 1;
      continue;
    }
    for (const id of tokenizer.tokenize(word)) {
      ids.push(id);
      starts.push(index);
      ends.push(index + word.length);
    }
    if (ids.length >= most) break;
  }
  return { ids: ids.slice(0, most), starts: starts.slice(0, most), ends: ends.slice(0, most) };
}

/** The pieces [first, last) of the words in [start, end); null: none was read. Pieces are in order of place. */
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
