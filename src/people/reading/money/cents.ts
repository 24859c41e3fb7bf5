/**
 * Cents whose currency is named beside them ("3 US cents", "50 euro cents", "12 cents (US)", "30 cents EUR"),
 * and cents behind whole units ("two dollars fifty a page", "1 euro 20 per call").
 */
import type { TextDocument } from '../document.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { numberAt } from '../numbers/read-number.ts';

const currencies: Readonly<Record<string, string>> = {
  us: 'USD',
  usd: 'USD',
  dollar: 'USD',
  american: 'USD',
  eur: 'EUR',
  euro: 'EUR',
};

const currencyNamed = (form: string | undefined) =>
  form !== undefined && Object.hasOwn(currencies, form) ? currencies[form] : undefined;

/** The currency before the cents, from word `at` on: "3 US cents". */
export function namedCentsAfter(words: TextDocument['words'], at: number) {
  const currency = currencyNamed(words[at]?.form);
  const cents = words[at + 1];
  if (currency === undefined || cents === undefined || !/^[ -]?$/.test(cents.gap)) return null;
  return /^(?:cents?|¢|cts?)$/.test(cents.form) ? { currency, unitFactor: 0.01, last: at + 2 } : null;
}

/**
 * The currency after the cents at word `at`: "12 cents (US) an article", "0.1 cents US". "us" is a pronoun.
 */
export function currencyOfCents({ text, words }: TextDocument, at: number) {
  const word = words[at + 1];
  const currency = currencyNamed(word?.form);
  if (word === undefined || currency === undefined || !/^ \(?$/.test(word.gap)) return null;
  const isPronoun = word.form === 'us' && text.slice(word.start, word.end) !== 'US';
  return isPronoun ? null : { currency, last: at + 2 };
}

const wholeUnits = /^(?:dollars?|bucks?|euros?|pounds?|quid|francs?)$/;
/** The words after the cents of a price. */
const mayFollowCents = /^(?:cents?|pence|per|an?|each|every|for|flat|apiece|at|all)$/;

/** `at`: the word after the currency. `value` in units of the currency. */
export function centsAfterUnits(document: TextDocument, whole: NumberAt, at: number) {
  const { words } = document;
  const [unit, next] = [words[at - 1], words[at]];
  if (unit === undefined || next === undefined || !wholeUnits.test(unit.form) || !/^[ -]$/.test(next.gap))
    return null;
  const start = next.form === 'and' ? at + 1 : at;
  const cents = numberAt(document, start);
  if (!Number.isInteger(whole.value) || cents === null) return null;
  if (!Number.isInteger(cents.value) || cents.value < 5 || cents.value > 99) return null;
  const after = words[cents.last];
  const isCents = /^(?:cents?|pence)$/.test(after?.form ?? '');
  if (start > at && !isCents) return null;
  const ends = after === undefined || after.clause !== next.clause || /^\s?[/,.;)]/.test(after.gap);
  if (!ends && !mayFollowCents.test(after.form)) return null;
  return { value: cents.value / 100, last: isCents ? cents.last + 1 : cents.last };
}
