/** The scale after a number: "2.5M", "2.5 million", "30 mila", "a million and a half". */
import { numberWordsOf } from '../languages/number-words-of.ts';
import { numberMap } from '../languages/word-lists.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import { formsAfter } from './forms-beside.ts';
import { isAdjacent } from './number-in-words.ts';

/** Letters are alike in all languages. */
const letterScales = numberMap('k 1e3 m 1e6 mm 1e6 mil 1e6 mio 1e6 mn 1e6 mln 1e6 b 1e9 bn 1e9');

export interface Scale {
  readonly factor: number;
  readonly last: number;
}

/** Words stand apart from the number or touch it; an "m" may stand apart only beside a sign of money. */
export function scaleAfter(read: ReadText, at: number): Scale | null {
  const word = read.words[at];
  if (word === undefined) return null;
  const { scales, composed } = numberWordsOf(read);
  const own = scales.get(word.form);
  if (own !== undefined) {
    if (!isAdjacent(word) && word.gap !== '') return null;
    const isHalfMore = composed !== undefined && formsAfter(read, at + 1, 3) === composed.halfMore;
    return { factor: own, last: isHalfMore ? at + 4 : at + 1 };
  }
  const factor = letterScales.get(word.form);
  if (factor === undefined) return null;
  const mayStandApart =
    word.form !== 'm' || isMoneySign(read.words[at + 1]) || isMoneySign(read.words[at - 2]);
  return word.gap === '' || (word.gap === ' ' && mayStandApart) ? { factor, last: at + 1 } : null;
}

const isMoneySign = (word: Word | undefined) =>
  word !== undefined && /^(?:[$€£]|eur|usd|gbp)$/.test(word.form);
