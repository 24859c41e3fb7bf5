/**
 * Takes words apart that were written without a space: keys of forms ("maxLatencyMs"), and texts whose line ends and
 * spaces were lost ("Role:Bookkeepingfor small firms.Price:$79permonth"), as converters of PDF leave them.
 */
import type { WordAt } from '../domains/phrase-pattern.ts';
import { isEnglishWord, isName } from './word-forms.ts';

const innerCapital = /\p{Ll}\p{Lu}/u;
/** A small letter before a capital or a digit's unit, and marks without the space that follows them. */
const glue = /\p{Ll}\p{Lu}|\p{Ll}[:;,.](?=\p{Lu}|[$€£])/gu;
/** Least number of such places, and most UTF-16 units for each of them, of a text without spaces. */
const FEWEST = 3;
const UNITS_EACH = 60;
/** UTF-16 units that are looked at. */
const MAX_UNITS = 4000;
const MIN_LENGTH = 5;
const MAX_LENGTH = 40;
const joiningWords = new Set(
  'a an and at by for from in of on or per the to up with is are we you'.split(' '),
);

/** Whether the text lost its spaces and line ends. */
export function hasLostSpaces(text: string): boolean {
  const marks = text.slice(0, MAX_UNITS).match(glue)?.length ?? 0;
  return marks >= FEWEST && marks * UNITS_EACH >= Math.min(text.length, MAX_UNITS);
}

/** `isOwn`: whether a phrase has the word. Returns the same words where none is glued. */
export function takeApart(
  text: string,
  words: readonly WordAt[],
  isOwn: (word: string) => boolean,
  lostSpaces: boolean,
): readonly WordAt[] {
  if (!lostSpaces && !innerCapital.test(text)) return words;
  const isKnown = (word: string) => isOwn(word) || isEnglishWord(word) || isName(word);
  return words.flatMap((word) => {
    if (isKnown(word.word)) return [word];
    const parts = atCapitals(text, word, lostSpaces);
    return lostSpaces ? parts.flatMap((part) => (isKnown(part.word) ? [part] : inTwo(part, isKnown))) : parts;
  });
}

/** A code before a word that begins with a capital: "EURPlace". */
const codeBeforeWord = /^\p{Lu}{2}\p{Ll}/u;

/** "maxLatencyMs" as max, latency, ms; where spaces were lost, also "hCondition" as h, condition. */
function atCapitals(text: string, { word, start, end }: WordAt, lostSpaces: boolean): readonly WordAt[] {
  const least = lostSpaces ? 1 : 2;
  if (word.length !== end - start || !innerCapital.test(text.slice(start, end)))
    return [{ word, start, end }];
  const parts: WordAt[] = [];
  let from = 0;
  for (let at = least; at <= word.length; at++) {
    const isCapital =
      innerCapital.test(text.slice(start + at - 1, start + at + 1)) ||
      (lostSpaces && codeBeforeWord.test(text.slice(start + at - 1, start + at + 2)));
    const isEnd = at === word.length || (at - from >= least && isCapital);
    if (!isEnd || (at < word.length && word.length - at < 2)) continue;
    parts.push({ word: word.slice(from, at), start: start + from, end: start + at });
    from = at;
  }
  return parts;
}

/** "bookkeepingfor" as bookkeeping, for: two known words, one of which joins others, or both of four letters and more. */
function inTwo({ word, start, end }: WordAt, isKnown: (word: string) => boolean): readonly WordAt[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.length !== end - start)
    return [{ word, start, end }];
  for (let at = word.length - 1; at > 0; at--) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    const joins =
      (joiningWords.has(left) && right.length >= 4) || (joiningWords.has(right) && left.length >= 4);
    if (!joins && (left.length < 4 || right.length < 4)) continue;
    if (!isKnown(left) || !isKnown(right)) continue;
    return [
      { word: left, start, end: start + at },
      { word: right, start: start + at, end },
    ];
  }
  return [{ word, start, end }];
}
