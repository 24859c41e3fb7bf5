/**
 * Amounts of money in a column, in the currency of the field. The rates are those by which the domain reads
 * texts, so that an amount is the same in a file and in a text.
 */
import { currencyNamedBy } from '../../../domains/currency-words.ts';

export interface MoneyRates {
  /** The currency of the field's values, ISO 4217. */
  readonly currency: string;
  /** One unit of a currency in that of the field. */
  readonly rates: Readonly<Record<string, number>>;
}

export interface Amount {
  /** The number as it is written. */
  readonly number: string;
  /** The text before or behind the number; '': none. */
  readonly sign: string;
}

/** «€ 12,50», «12.50 EUR», «1200»: null where the text is no such thing. */
export function amountIn(text: string): Amount | null {
  const found = /^([^\d+\-.,]*?)\s*([+-]?[\d.,'’ \u00a0\u202f]*\d)\s*([^\d]*)$/.exec(text.trim());
  if (found === null) return null;
  const [, before, number, behind] = found as unknown as [string, string, string, string];
  if (before !== '' && behind !== '') return null;
  return { number, sign: (before || behind).trim() };
}

/** The currency that a cell or a mapping names: a code in any case, a word or a sign. */
export function currencyNamed(name: string): string | undefined {
  const word = name.trim();
  return currencyNamedBy(word) ?? (/^[A-Za-z]{3}$/.test(word) ? word.toUpperCase() : undefined);
}

export function rateOf(currency: string, { currency: own, rates }: MoneyRates): number | undefined {
  if (currency === own) return 1;
  return Object.hasOwn(rates, currency) ? rates[currency] : undefined;
}

export function knownCurrencies({ currency, rates }: MoneyRates): string {
  return [currency, ...Object.keys(rates)].join(', ');
}
