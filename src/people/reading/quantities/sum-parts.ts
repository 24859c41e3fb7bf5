/**
 * Adds up the counts of a whole that a text names part by part: "nine women and one man", "2 founders, 3 devs
 * and a designer". The parts are counted nouns of the rule, joined by commas, "and" or "plus".
 */
import { amountWordsOf } from '../languages/number-words-of.ts';
import type { ReadText } from '../words/read-text.ts';

/** A counted number: words [first, last). */
interface Counted {
  readonly first: number;
  readonly last: number;
  readonly low: number | null;
}

/** Words [.., end) of a sum so far. */
interface Sum {
  readonly sum: number;
  readonly parts: number;
  readonly end: number;
  /** The last quantity of it. */
  readonly at: number;
}

/**
 * Sums of two and more parts, each with the words of all its parts. `endOfPart`: by the first word of a
 * part's noun.
 */
export function sumsOfParts<Quantity extends Counted>(
  read: ReadText,
  quantities: readonly Quantity[],
  endOfPart: ReadonlyMap<number, number>,
): { readonly first: number; readonly last: number; readonly sum: number }[] {
  const sums: { first: number; last: number; sum: number }[] = [];
  for (let at = 0; at < quantities.length; at++) {
    const { first, last, low } = quantities[at]!;
    const end = endOfNoun(last, endOfPart);
    if (end === undefined || low === null) continue;
    // "me + 1 designer"
    const hasAuthor = isAuthorBefore(read, first);
    let whole: Sum = hasAuthor ? { sum: low + 1, parts: 2, end, at } : { sum: low, parts: 1, end, at };
    for (let next: Sum | null = whole; next !== null; next = withNext(read, quantities, whole, endOfPart))
      whole = next;
    if (!hasAuthor && isJoint(read, whole.end) && isAuthor(read, whole.end + 1))
      whole = { ...whole, sum: whole.sum + 1, parts: whole.parts + 1, end: whole.end + 2 };
    if (whole.parts > 1) sums.push({ first, last: whole.end, sum: whole.sum });
    at = whole.at;
  }
  return sums;
}

/** The sum with the part behind it; null: none follows. */
function withNext(
  read: ReadText,
  quantities: readonly Counted[],
  { sum, parts, end, at }: Sum,
  endOfPart: ReadonlyMap<number, number>,
): Sum | null {
  const single = singleAfter(read, end, endOfPart);
  if (single !== undefined) return { sum: sum + 1, parts: parts + 1, end: single, at };
  const next = quantities[at + 1];
  if (next === undefined || next.low === null || !isJoined(read, end, next.first)) return null;
  const after = endOfNoun(next.last, endOfPart);
  return after === undefined ? null : { sum: sum + next.low, parts: parts + 1, end: after, at: at + 1 };
}

const isJoint = (read: ReadText, at: number) => amountWordsOf(read).joins.has(read.words[at]?.form ?? '');

/** Whether a clause ends with "me": "ten engineers and me". */
function isAuthor(read: ReadText, at: number): boolean {
  const word = read.words[at];
  if (word === undefined || !amountWordsOf(read).authors.has(word.form)) return false;
  return read.words[at + 1]?.clause !== word.clause;
}

function isAuthorBefore(read: ReadText, first: number): boolean {
  const { authors } = amountWordsOf(read);
  const isMe = (at: number) => authors.has(read.words[at]?.form ?? '');
  if (isMe(first - 1)) return /^\s?[+&]\s?$/.test(read.words[first]!.gap);
  return isJoint(read, first - 1) && isMe(first - 2);
}

/** The end of the noun at `at`, or after one adjective. */
const endOfNoun = (at: number, endOfPart: ReadonlyMap<number, number>) =>
  endOfPart.get(at) ?? endOfPart.get(at + 1);

const isListMark = (gap: string | undefined) => gap !== undefined && /^\s?[,+&/]\s?$/.test(gap);

/** "and a designer": the end of its noun. */
function singleAfter(read: ReadText, at: number, endOfPart: ReadonlyMap<number, number>): number | undefined {
  const article = isJoint(read, at) ? at + 1 : isListMark(read.words[at]?.gap) ? at : null;
  if (article === null || !/^an?$/.test(read.words[article]?.form ?? '')) return undefined;
  return endOfNoun(article + 1, endOfPart);
}

function isJoined(read: ReadText, end: number, next: number): boolean {
  const { words } = read;
  if (words[end]?.sentence !== words[end - 1]?.sentence) return false;
  if (next === end) return isListMark(words[next]!.gap);
  return next === end + 1 && isJoint(read, end);
}
