/** The numbers of a text: "1,200", "2.5M", "120k", "twenty-five", "a dozen", "half a million". */
import { numberWordsOf } from '../languages/number-words-of.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { ReadText } from '../words/read-text.ts';
import { numberInDigits } from './digits.ts';
import type { NumberAt } from './number-at.ts';
import { isAdjacent, numberInWords, startsNumberInWords } from './number-in-words.ts';

/** The number that starts at a word, or null. Scales (k, million) are read by `scaleAfter`. */
export function numberAt(read: ReadText, at: number): NumberAt | null {
  const word = read.words[at];
  if (word === undefined) return null;
  const inDigits = startsWithDigit(word.word);
  const table = numberWordsOf(read);
  if (!inDigits && !startsNumberInWords(table, word)) return null;
  const known = read.foreignLanguage === undefined ? read.memo.numbers : read.memo.foreignNumbers;
  const found = known[at];
  if (found !== undefined) return found;
  const number = inDigits ? numberInDigits(read, at) : withSameInDigits(read, numberInWords(read, table, at));
  known[at] = number;
  return number;
}

/** "one (1) year" */
function withSameInDigits({ words, text }: ReadText, number: NumberAt | null): NumberAt | null {
  const digits = number === null ? undefined : words[number.last];
  const isSame =
    digits !== undefined &&
    /^\s?\($/.test(digits.gap) &&
    text[digits.end] === ')' &&
    Number(digits.word) === number?.value;
  return number !== null && isSame ? { ...number, last: number.last + 1 } : number;
}

/** The ordinal that starts at a word: "30th", "thirtieth", "thirty-first". */
export function ordinalAt(read: ReadText, at: number): NumberAt | null {
  const [word, next] = [read.words[at], read.words[at + 1]];
  if (word === undefined) return null;
  if (/^\d+$/.test(word.word) && next?.gap === '' && /^(?:st|nd|rd|th)$/.test(next.word)) {
    return { value: Number(word.word), first: at, last: at + 2, digits: true };
  }
  const { numbers, composed } = numberWordsOf(read);
  const ordinalOf = (form: string) => composed?.ordinals.get(form);
  const alone = ordinalOf(word.form);
  if (alone !== undefined) return { value: alone, first: at, last: at + 1, digits: false };
  const [ten, unit] = [numbers.get(word.form) ?? 0, isAdjacent(next) ? ordinalOf(next!.form) : undefined];
  return ten >= 20 && unit !== undefined && unit <= 9
    ? { value: ten + unit, first: at, last: at + 2, digits: false }
    : null;
}
