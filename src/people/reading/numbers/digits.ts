/**
 * Numbers in digits: "1,200", ".02", thousands that are set apart by a space or an apostrophe ("12 500 kr",
 * "1'450 CHF"), and shares with three decimals, which elsewhere are thousands ("99.999%"). In English a space
 * also stands between a name and an amount ("iPhone 13 250 EUR"). There the number must begin its clause or
 * follow a word for prices, and a currency or a distance must follow.
 */

import { currencyWords } from '../../../domains/currency-words.ts';
import { amountWordsOf, numberWordsOf } from '../languages/number-words-of.ts';
import { percentWords } from '../quantities/units.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import type { NumberAt } from './number-at.ts';

/** Groups of three digits that are joined at most. */
const MAX_GROUPS = 3;
const distanceWords = /^(?:km|kms|kilomet(?:er|re)s?|miles?|mi)$/;
/** null: the digits belong to the share before them. */
export function numberInDigits(read: ReadText, at: number): NumberAt | null {
  const { words } = read;
  if (isDecimalsOfPercent(words, at)) return null;
  const share = shareWithDecimals(words, at);
  if (share !== null) return share;
  const { word } = words[at]!;
  const value = isAfterPoint(words, at) ? Number(`0.${word}`) : digitsValue(word);
  const number = grouped(words, at, value);
  if (numberWordsOf(read).spacedThousands) return withDecimals(words, number);
  const isCertain = words.slice(at + 1, number.last).every(({ gap }) => gap !== ' ');
  return isCertain || isAmount(read, at, number.last) ? number : { ...number, value, last: at + 1 };
}

/** "cost: .02 USD", "$.5" */
const isAfterPoint = (words: readonly Word[], at: number) =>
  /^\d+$/.test(words[at]!.word) &&
  (/[\s(:=~]\.$/.test(words[at]!.gap) ||
    (words[at]!.gap === '.' && /^[$€£]$/.test(words[at - 1]?.word ?? '')));

/**
 * Reads "1,200", "1.200.000" and also "5.000" with thousands separators, since no price has three decimals.
 */
function digitsValue(written: string): number {
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(written)) return Number(written.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(written))
    return Number(written.replaceAll('.', '').replace(',', '.'));
  if (/^\d+,\d{1,2}$/.test(written)) return Number(written.replace(',', '.'));
  // "1 500 000", of which no space is left.
  return Number(written.replace(/\s/g, ''));
}

/** `value`: that of the word at `at`. */
function grouped(words: readonly Word[], at: number, value: number): NumberAt {
  let [last, joined] = [at + 1, value];
  while (/^[1-9]\d{0,2}$/.test(words[at]!.word) && last - at <= MAX_GROUPS && isGroup(words[last])) {
    joined = joined * 1000 + Number(words[last]!.word);
    last++;
  }
  return { value: joined, first: at, last, digits: true };
}

const isGroup = (word: Word | undefined) =>
  word !== undefined && /^\d{3}$/.test(word.word) && /^[ \u00a0\u202f'’]$/.test(word.gap);

const isCurrencyWord = (word: Word | undefined) => word !== undefined && currencyWords.has(word.form);

function isAmount(read: ReadText, first: number, last: number): boolean {
  const { words } = read;
  const [number, before, after] = [words[first]!, words[first - 1], words[last]];
  if (isCurrencyWord(before)) return true;
  if (
    before !== undefined &&
    before.clause === number.clause &&
    !amountWordsOf(read).spacedLeads.has(before.form)
  )
    return false;
  // "km: 88 450".
  if (before !== undefined && distanceWords.test(before.form) && /[:=]/.test(number.gap)) return true;
  if (after === undefined || after.clause !== number.clause) return false;
  return isCurrencyWord(after) || distanceWords.test(after.form);
}

/** "3,50" where commas part decimals. */
function withDecimals(words: readonly Word[], number: NumberAt): NumberAt {
  const decimals = words[number.last];
  if (decimals?.gap !== ',' || !/^\d{1,2}$/.test(decimals.word) || !Number.isInteger(number.value))
    return number;
  const value = number.value + Number(decimals.word) / 10 ** decimals.word.length;
  return { ...number, value, last: number.last + 1 };
}

const isPercent = (word: Word | undefined) =>
  word !== undefined && percentWords.has(word.form) && /^\s?$/.test(word.gap);

/** Whether the word has the decimals of a share whose whole number is the word before it. */
function isDecimalsOfPercent(words: readonly Word[], at: number): boolean {
  return (
    words[at]!.gap === ',' &&
    /^\d{1,3}$/.test(words[at]!.word) &&
    /^\d{1,2}$/.test(words[at - 1]?.word ?? '') &&
    isPercent(words[at + 1])
  );
}

function shareWithDecimals(words: readonly Word[], at: number): NumberAt | null {
  const { word } = words[at]!;
  if (/^\d{1,2}\.\d{3}$/.test(word) && isPercent(words[at + 1]))
    return { value: Number(word), first: at, last: at + 1, digits: true };
  if (words[at + 1] === undefined || !isDecimalsOfPercent(words, at + 1)) return null;
  return { value: Number(`${word}.${words[at + 1]!.word}`), first: at, last: at + 2, digits: true };
}
