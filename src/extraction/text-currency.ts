/** The one currency that a text names: an amount without a currency beside "€9k a month" is one of euros. */
import type { TextDocument } from './document.ts';
import { currencyWords } from './units.ts';

const known = new WeakMap<TextDocument['words'], string | null>();

/** Words that are looked at. */
const MAX_WORDS = 2000;

/**
 * `currencyAt`: the currency of an amount whose number is at a word. null: the text names none, or several. Computed once
 * a text.
 */
export function currencyOfText(
  { words }: TextDocument,
  currencyAt: (at: number) => string | null,
): string | null {
  const cached = known.get(words);
  if (cached !== undefined) return cached;
  let found = labelledCurrency(words);
  let isOne = true;
  for (let at = 0; at < words.length && at < MAX_WORDS && isOne; at++) {
    if (!/^\d/.test(words[at]!.word)) continue;
    const currency = currencyAt(at);
    if (currency === null) continue;
    isOne = found === null || found === currency;
    found = currency;
  }
  const currency = isOne ? found : null;
  known.set(words, currency);
  return currency;
}

/** "price: 129, currency: EUR"; "price_eur: 129". */
function labelledCurrency(words: TextDocument['words']): string | null {
  for (let at = 0; at < words.length - 1 && at < MAX_WORDS; at++) {
    const { form: label } = words[at]!;
    const { form, gap } = words[at + 1]!;
    const isLabel = label === 'currency' && /^\W{1,8}$/.test(gap);
    const isPrice = /^(?:price|cost|budget|amount)$/.test(label) && /^\s*[:=]/.test(words[at + 2]?.gap ?? '');
    if (!isLabel && !isPrice) continue;
    if (Object.hasOwn(currencyWords, form)) return currencyWords[form] ?? null;
  }
  return null;
}
