/**
 * Shares with a decimal comma ("99,9 %"), and with three decimals, which elsewhere are thousands ("99.999%").
 */
import type { NumberAt } from './number-at.ts';
import type { Word } from './read-text.ts';
import { percentWords } from './units.ts';

const isPercent = (word: Word | undefined) =>
  word !== undefined && percentWords.has(word.form) && /^\s?$/.test(word.gap);

/** Whether the word has the decimals of a share whose whole number is the word before it. */
export function isDecimalsOfPercent(words: readonly Word[], at: number): boolean {
  return (
    words[at]!.gap === ',' &&
    /^\d{1,3}$/.test(words[at]!.word) &&
    /^\d{1,2}$/.test(words[at - 1]?.word ?? '') &&
    isPercent(words[at + 1])
  );
}

export function shareWithDecimals(words: readonly Word[], at: number): NumberAt | null {
  const { word } = words[at]!;
  if (/^\d{1,2}\.\d{3}$/.test(word) && isPercent(words[at + 1]))
    return { value: Number(word), first: at, last: at + 1, digits: true };
  if (words[at + 1] === undefined || !isDecimalsOfPercent(words, at + 1)) return null;
  return { value: Number(`${word}.${words[at + 1]!.word}`), first: at, last: at + 2, digits: true };
}
