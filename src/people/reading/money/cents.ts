/**
 * Cents whose currency is named beside them ("3 US cents", "50 euro cents", "12 cents (US)", "30 cents EUR"),
 * and cents behind whole units ("two dollars fifty a page", "1 euro 20 per call").
 */
import type { TextDocument } from '../document.ts';
import { amountWordsOf } from '../languages/number-words-of.ts';
import { byWord } from '../languages/word-lists.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { numberAt } from '../numbers/read-number.ts';

const currencies = byWord({ USD: 'us|usd|dollar|american', EUR: 'eur|euro' });

/** The currency before the cents, from word `at` on: "3 US cents". */
export function namedCentsAfter(words: TextDocument['words'], at: number) {
  const currency = currencies.get(words[at]?.form ?? '');
  const cents = words[at + 1];
  if (currency === undefined || cents === undefined || !/^[ -]?$/.test(cents.gap)) return null;
  return /^(?:cents?|¢|cts?)$/.test(cents.form) ? { currency, unitFactor: 0.01, last: at + 2 } : null;
}

/**
 * The currency after the cents at word `at`: "12 cents (US) an article", "0.1 cents US". "us" is a pronoun.
 */
export function currencyOfCents({ text, words }: TextDocument, at: number) {
  const word = words[at + 1];
  const currency = currencies.get(word?.form ?? '');
  if (word === undefined || currency === undefined || !/^ \(?$/.test(word.gap)) return null;
  const isPronoun = word.form === 'us' && text.slice(word.start, word.end) !== 'US';
  return isPronoun ? null : { currency, last: at + 2 };
}

/** `at`: the word after the currency. `value` in units of the currency. */
export function centsAfterUnits(document: TextDocument, whole: NumberAt, at: number) {
  const { words } = document;
  const { wholeUnits, cents: centWords, afterCents } = amountWordsOf(document);
  const [unit, next] = [words[at - 1], words[at]];
  if (unit === undefined || next === undefined || !wholeUnits.has(unit.form) || !/^[ -]$/.test(next.gap))
    return null;
  const start = next.form === 'and' ? at + 1 : at;
  const cents = numberAt(document, start);
  if (cents === null || !Number.isInteger(whole.value) || !isCents(cents.value)) return null;
  const after = words[cents.last];
  const isNamed = centWords.has(after?.form ?? '');
  if (start > at && !isNamed) return null;
  const ends = after === undefined || after.clause !== next.clause || /^\s?[/,.;)]/.test(after.gap);
  if (!ends && !afterCents.has(after.form)) return null;
  return { value: cents.value / 100, last: isNamed ? cents.last + 1 : cents.last };
}

const isCents = (value: number) => Number.isInteger(value) && value >= 5 && value <= 99;
