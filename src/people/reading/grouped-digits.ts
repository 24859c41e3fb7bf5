/**
 * Thousands that are set apart by a space or an apostrophe: "12 500 kr", "1'450 CHF". A space also stands
 * between a name and an amount ("iPhone 13 250 EUR"). There the number must begin its clause or follow a word
 * for prices, and a currency or a distance must follow.
 */
import type { NumberAt } from './number-at.ts';
import type { Word } from './read-text.ts';
import { currencyWords } from './units.ts';

const MAX_GROUPS = 3;
const distanceWords = /^(?:km|kms|kilomet(?:er|re)s?|miles?|mi)$/;
const leadWords =
  /^(?:for|only|asking|ask|price|priced|pay|budget|max|maximum|min|around|about|ca|circa|under|below|over|to|from|at|is|was|paid|cost|costs|done|mileage|[$€£])$/;

/** `value`: that of the word at `at`, which is in digits. */
export function groupedDigits(words: readonly Word[], at: number, value: number): NumberAt {
  const alone = { value, first: at, last: at + 1, digits: true };
  if (!/^[1-9]\d{0,2}$/.test(words[at]!.word)) return alone;
  let last = at + 1;
  let joined = value;
  while (last - at <= MAX_GROUPS && isGroup(words[last])) {
    joined = joined * 1000 + Number(words[last]!.word);
    last++;
  }
  if (last === at + 1) return alone;
  const isCertain = words.slice(at + 1, last).every(({ gap }) => gap !== ' ');
  return isCertain || isAmount(words, at, last) ? { value: joined, first: at, last, digits: true } : alone;
}

const isGroup = (word: Word | undefined) =>
  word !== undefined && /^\d{3}$/.test(word.word) && /^[ \u00a0\u202f'’]$/.test(word.gap);

function isAmount(words: readonly Word[], first: number, last: number): boolean {
  const [before, after] = [words[first - 1], words[last]];
  const begins =
    before === undefined ||
    before.clause !== words[first]!.clause ||
    leadWords.test(before.form) ||
    Object.hasOwn(currencyWords, before.form);
  if (!begins) return false;
  // "km: 88 450".
  if (before !== undefined && distanceWords.test(before.form) && /[:=]/.test(words[first]!.gap)) return true;
  if (before !== undefined && Object.hasOwn(currencyWords, before.form)) return true;
  return (
    after !== undefined &&
    after.clause === words[first]!.clause &&
    (Object.hasOwn(currencyWords, after.form) || after.form === 'kr' || distanceWords.test(after.form))
  );
}
