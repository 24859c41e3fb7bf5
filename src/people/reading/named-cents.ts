/**
 * Cents whose currency is named beside them: "3 US cents", "50 euro cents", "12 cents (US)", "30 cents EUR".
 */
import type { TextDocument } from './document.ts';

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
