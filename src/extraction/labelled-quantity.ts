/**
 * Units, currencies and periods that stand in the label before a number, as in forms and in the keys of JSON: "exp_years:
 * 4", "pay_eur_month: 2500", "years of experience: 5"; and the words between a number and its unit.
 */
import type { NumberRule } from '../domains/extraction-rules.ts';
import type { TextDocument } from './document.ts';
import type { NumberAt } from './number-at.ts';
import { formsAfter } from './read-number.ts';
import { currencyWords } from './units.ts';

/** Words of a label that may stand between its unit and the number. */
const MAX_LABEL_WORDS = 3;

/** Whether the gap before a number ends a label. */
export const isLabelMark = (gap: string) => /^\s*\)?\s*[:=]\s*$/.test(gap);

export const isLabelPeriod = (form: string) => /^(?:hour|day|week|month|year)$/.test(form);

/** `first`: the number's first word. */
export function currencyOfLabel(
  words: TextDocument['words'],
  first: number,
): { currency: string; first: number } | null {
  for (let at = first - 1; at >= Math.max(0, first - MAX_LABEL_WORDS); at--) {
    const { word, sentence } = words[at]!;
    if (sentence !== words[first]!.sentence) return null;
    if (/^(?:[a-z]{3}|euros?|dollars?)$/.test(word) && Object.hasOwn(currencyWords, word))
      return { currency: currencyWords[word]!, first };
  }
  return null;
}

/** `last`: the word after the number. */
export function unitOfLabel(
  { words }: TextDocument,
  { first }: NumberAt,
  last: number,
  { units }: NumberRule,
): { factor: number; last: number } | null {
  if (units === undefined || !isLabelMark(words[first]!.gap)) return null;
  const { sentence } = words[first]!;
  for (let at = first - 1; at >= Math.max(0, first - MAX_LABEL_WORDS); at--) {
    const word = words[at]!;
    const endsClause = at < first - 1 && word.clause !== words[at + 1]!.clause;
    if (word.sentence !== sentence || endsClause) return null;
    if (Object.hasOwn(units, word.form)) return { factor: units[word.form]!, last };
  }
  return null;
}

const filling =
  /^(?:(?:or|and) (?:more|so|over)|ish|odd|plus|full|solid|good|straight|whole|long|consecutive)\b/;

/** How many words from `at` on stand between a number and its unit: "3ish years", "fifteen-odd years". */
export function fillingWords(document: TextDocument, at: number): number {
  const found = filling.exec(formsAfter(document, at, 2));
  return found === null ? 0 : found[0].split(' ').length;
}
