/**
 * The one currency that a text names: an amount without one is in euros beside "€9k a month", in "price_eur:
 * 140", and in a column "Price (EUR)".
 */

import { currencyWords } from '../../../domains/currency-words.ts';
import type { TextDocument } from '../document.ts';
import { startsWithDigit } from '../words/letters.ts';
import { capitalOnlyCodes } from './currencies.ts';

/** Words that are looked at. */
const MAX_WORDS = 2000;
const currencyLabels = new Set('currency cur curr ccy'.split(' '));

/**
 * `currencyAt`: the currency of an amount whose number is at a word. null: the text names none, or several.
 * Computed once a text.
 */
export function currencyOfText(
  { words, memo }: TextDocument,
  currencyAt: (at: number) => string | null,
): string | null {
  if (memo.currency !== undefined) return memo.currency;
  let found: string | null = null;
  let isOne = true;
  for (let at = 0; at < words.length && at < MAX_WORDS && isOne; at++) {
    // "currency": "EUR"
    const isNamed = currencyLabels.has(words[at]!.form);
    const currency = isNamed
      ? (currencyWords.get(words[at + 1]?.word ?? '') ?? null)
      : startsWithDigit(words[at]!.word)
        ? currencyAt(at)
        : labelledCurrency(words, at);
    if (currency === null) continue;
    isOne = found === null || found === currency;
    found = currency;
  }
  memo.currency = isOne ? found : null;
  return memo.currency;
}

/**
 * "price_eur: 129", "Price (EUR)": the currency word at the end of a label or of brackets, without an amount
 * of its own.
 */
function labelledCurrency(words: TextDocument['words'], at: number): string | null {
  const [before, next] = [words[at - 1], words[at + 1]];
  if (before === undefined || next === undefined || next.gap === ' ' || startsWithDigit(before.word))
    return null;
  const { form } = words[at]!;
  if (!currencyWords.has(form) || capitalOnlyCodes.has(form)) return null;
  return /^\s*[)\]:=|]/.test(next.gap) ? currencyWords.get(form)! : null;
}
