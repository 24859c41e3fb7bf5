/**
 * Adds up the counts of a whole that a text names part by part: "nine women and one man", "2 founders, 3 devs
 * and a designer". The parts are counted nouns of the rule, joined by commas, "and" or "plus".
 */
import type { ReadText } from '../read-text.ts';

/** A counted number: words [first, last). */
interface Counted {
  readonly first: number;
  readonly last: number;
  readonly low: number | null;
}

/**
 * Sums of two and more parts, each with the words of all its parts. `endOfPart`: by the first word of a
 * part's noun.
 */
export function sumsOfParts<Quantity extends Counted>(
  { words }: ReadText,
  quantities: readonly Quantity[],
  endOfPart: ReadonlyMap<number, number>,
): { readonly first: number; readonly last: number; readonly sum: number }[] {
  const sums: { first: number; last: number; sum: number }[] = [];
  for (let at = 0; at < quantities.length; at++) {
    const { first, low } = quantities[at]!;
    let end = endOfNoun(quantities[at]!.last, endOfPart);
    if (end === undefined || low === null) continue;
    // "me + 1 designer"
    const hasAuthor = isAuthorBefore(words, first);
    let [sum, parts] = hasAuthor ? [low + 1, 2] : [low, 1];
    for (;;) {
      const single = singleAfter(words, end, endOfPart);
      const next = quantities[at + 1];
      if (single !== undefined) [sum, end] = [sum + 1, single];
      else if (next !== undefined && next.low !== null && isJoined(words, end, next.first)) {
        const after = endOfNoun(next.last, endOfPart);
        if (after === undefined) break;
        [sum, end] = [sum + next.low, after];
        at++;
      } else break;
      parts++;
    }
    if (!hasAuthor && joins.test(words[end]?.form ?? '') && isAuthor(words, end + 1)) {
      [sum, end] = [sum + 1, end + 2];
      parts++;
    }
    if (parts > 1) sums.push({ first, last: end, sum });
  }
  return sums;
}

/** Whether a clause ends with "me": "ten engineers and me". */
function isAuthor(words: ReadText['words'], at: number): boolean {
  const word = words[at];
  return word !== undefined && /^(?:me|myself|i)$/.test(word.form) && words[at + 1]?.clause !== word.clause;
}

function isAuthorBefore(words: ReadText['words'], first: number): boolean {
  const [before, earlier] = [words[first - 1], words[first - 2]];
  if (before === undefined) return false;
  const author = /^(?:me|myself)$/;
  if (author.test(before.form)) return /^\s?[+&]\s?$/.test(words[first]!.gap);
  return joins.test(before.form) && earlier !== undefined && author.test(earlier.form);
}

/** The end of the noun at `at`, or after one adjective. */
const endOfNoun = (at: number, endOfPart: ReadonlyMap<number, number>) =>
  endOfPart.get(at) ?? endOfPart.get(at + 1);

const joins = /^(?:and|plus|with)$/;
const isListMark = (gap: string | undefined) => gap !== undefined && /^\s?[,+&/]\s?$/.test(gap);

/** "and a designer": the end of its noun. */
function singleAfter(
  words: ReadText['words'],
  at: number,
  endOfPart: ReadonlyMap<number, number>,
): number | undefined {
  const article = joins.test(words[at]?.form ?? '') ? at + 1 : isListMark(words[at]?.gap) ? at : null;
  if (article === null || !/^an?$/.test(words[article]?.form ?? '')) return undefined;
  return endOfNoun(article + 1, endOfPart);
}

function isJoined(words: ReadText['words'], end: number, next: number): boolean {
  if (words[end]?.sentence !== words[end - 1]?.sentence) return false;
  if (next === end) return isListMark(words[next]!.gap);
  return next === end + 1 && joins.test(words[end]!.form);
}
