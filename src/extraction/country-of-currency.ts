/** The country whose currency a text uses, as a hint which of several towns of one name is meant: Lincoln beside "£". */
import type { TextDocument } from './document.ts';
import { capitalOnlyCodes, currencyWords, dollarPrefixes } from './units.ts';

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

const known = new WeakMap<TextDocument['words'], string | null>();
/** Words that are looked at. */
const MAX_WORDS = 2000;

/** null: the text names no such currency, or several. */
export function countryOfCurrency({ words }: Pick<TextDocument, 'words'>): string | null {
  const cached = known.get(words);
  if (cached !== undefined) return cached;
  const named = new Set<string>();
  words.slice(0, MAX_WORDS).forEach(({ form, gap }, at) => {
    if (!Object.hasOwn(currencyWords, form) || capitalOnlyCodes.has(form)) return;
    const prefix = form === '$' && gap === '' ? (words[at - 1]?.word ?? '') : '';
    named.add(Object.hasOwn(dollarPrefixes, prefix) ? dollarPrefixes[prefix]! : currencyWords[form]!);
  });
  // "$180 CAD" is one currency.
  if (named.size === 2) named.delete('USD');
  const [currency] = named;
  const country = named.size === 1 ? (countries[currency!] ?? null) : null;
  known.set(words, country);
  return country;
}
