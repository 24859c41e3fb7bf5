/** The currency that a word or a sign alone means, for cells of files: «€», «usd», «C$», «try». */
import { currencyWords, dollarPrefixes } from './currencies.ts';

/** ISO 4217; undefined: none. */
export function currencyNamedBy(word: string): string | undefined {
  const form = word.toLowerCase();
  const prefix = /^([a-z]{1,2})\$$/.exec(form)?.[1];
  return currencyWords.get(form) ?? dollarPrefixes.get(prefix ?? '');
}
