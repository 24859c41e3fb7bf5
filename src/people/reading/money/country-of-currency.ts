/** The country of the currency that a text uses. It is a hint among towns of one name: Lincoln beside "£". */

import { currencyWords, dollarPrefixes } from '../../../domains/currency-words.ts';
import type { TextDocument } from '../document.ts';
import { capitalOnlyCodes } from './currencies.ts';

/** Currencies of one country. A dollar without a prefix is that of the United States. */
const countries: Readonly<Record<string, string>> = {
  GBP: 'United Kingdom',
  USD: 'United States',
  CAD: 'Canada',
  AUD: 'Australia',
  NZD: 'New Zealand',
  INR: 'India',
  ZAR: 'South Africa',
  MXN: 'Mexico',
  BRL: 'Brazil',
};

const currencies = new Map([...currencyWords].filter(([word]) => !capitalOnlyCodes.has(word)));

/** Words that are looked at. */
const MAX_WORDS = 2000;

/** null: the text names no such currency, or several. */
export function countryOfCurrency({ words, memo }: Pick<TextDocument, 'words' | 'memo'>): string | null {
  if (memo.country !== undefined) return memo.country;
  const named = new Set<string>();
  for (let at = 0; at < words.length && at < MAX_WORDS; at++) {
    const { form, gap } = words[at]!;
    const currency = currencies.get(form);
    if (currency === undefined) continue;
    const prefix = form === '$' && gap === '' ? (words[at - 1]?.word ?? '') : '';
    named.add(dollarPrefixes.get(prefix) ?? currency);
  }
  // "$180 CAD" is one currency.
  if (named.size === 2) named.delete('USD');
  const [currency] = named;
  memo.country = named.size === 1 ? (countries[currency!] ?? null) : null;
  return memo.country;
}
