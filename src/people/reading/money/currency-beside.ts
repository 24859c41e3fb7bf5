/** The currency beside a number: "$180", "C$ 40", "240k (EUR)", "2-6 MEUR", "50p", "3 US cents". */

import { currencyWords, dollarPrefixes } from '../../../domains/currency-words.ts';
import type { TextDocument } from '../document.ts';
import { numberWordsOf } from '../languages/number-words-of.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { Word } from '../words/read-text.ts';
import { currencyOfCents, namedCentsAfter } from './cents.ts';
import { capitalOnlyCodes, coins } from './currencies.ts';
import { namedCurrencyAfter } from './named-currency.ts';

export interface CurrencyAfter {
  readonly currency: string;
  /** How many units of the currency one named unit is: 0.01 for a cent, 1e6 for MEUR, else 1. */
  readonly unitFactor: number;
  /** The end of its words. */
  readonly last: number;
}

/** Words before a code that is no amount. */
const idLabels = new Set([
  'id',
  'ids',
  'no',
  'nr',
  'number',
  'ref',
  'reference',
  'code',
  'req',
  'requisition',
]);

/** `first`: that of its words. */
export function currencyBefore(
  { text, words }: TextDocument,
  first: number,
): { readonly currency: string; readonly first: number } | null {
  const [sign, letter] = [words[first - 1], words[first - 2]];
  if (sign === undefined || !(sign.word === 'rs' ? /^\.?\s?$/ : /^\s?$/).test(words[first]!.gap)) return null;
  const prefixed = sign.word === '$' && sign.gap === '' ? dollarPrefixes.get(letter?.word ?? '') : undefined;
  if (prefixed !== undefined) return { currency: prefixed, first: first - 2 };
  // "R4000"; "requisition id R154001" is a code; the R16 of "205/55 R16" is the size of a tyre.
  if (
    sign.word === 'r' &&
    sign.capital &&
    words[first]!.gap === '' &&
    !startsWithDigit(letter?.word ?? '') &&
    !idLabels.has(letter?.form ?? '')
  )
    return { currency: 'ZAR', first: first - 1 };
  if (!/^(?:[$€£¥₹₪₦₩]|[a-z]{3}|rs|rp|rm)$/.test(sign.word)) return null;
  if (capitalOnlyCodes.has(sign.word) && !isInCapitals(text, sign) && !hasScale(words, first)) return null;
  const currency = currencyWords.get(sign.word);
  return currency === undefined ? null : { currency, first: first - 1 };
}

/** Whether a code in small letters stands before a scaled number: "php 300k". */
const hasScale = (words: readonly Word[], number: number) =>
  /^(?:k|m|mn|mio|bn|million|thousand|billion)$/.test(words[number + 1]?.form ?? '') &&
  words[number]!.gap !== '';

export function currencyAfter(document: TextDocument, at: number): CurrencyAfter | null {
  const word = document.words[at];
  if (word === undefined) return null;
  const multiple = multipleOfCurrency(word, at);
  if (multiple !== null) return multiple;
  if (!isBesideAmount(document, at)) return null;
  const own = numberWordsOf(document).currencies.get(word.form);
  if (own !== undefined) return { currency: own, unitFactor: 1, last: at + 1 };
  return minorUnitAt(document, at) ?? namedAt(document, word, at);
}

/** "2-6 MEUR", "80 kUSD", "15 mkr". */
const multiples: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9 };

function multipleOfCurrency({ word, gap }: Word, at: number): CurrencyAfter | null {
  if (!/^\s?$/.test(gap)) return null;
  const [, scale, code] = /^(k|t|m|mn|mio|bn)(eur|usd|gbp|chf|sek|nok|dkk|pln|aud|cad|kr)$/.exec(word) ?? [];
  if (scale === undefined || code === undefined || (code === 'kr' && !/^[mt]$/.test(scale))) return null;
  const currency = code === 'kr' ? 'SEK' : code.toUpperCase();
  return { currency, unitFactor: multiples[scale]!, last: at + 1 };
}

/** Whether only the gap of a currency stands before the word: "65k+ quid", "250,- euros". */
function isBesideAmount(document: TextDocument, at: number): boolean {
  const { text, words } = document;
  const word = words[at]!;
  return (
    /^(?:\s?(?:[,.][-–—]{1,2})?|\+)\s?$/.test(word.gap) ||
    isBracketed(text, word) ||
    isNextCell(text, word) ||
    isAfterAbbreviation(words, at)
  );
}

/** "240k (EUR)" */
const isBracketed = (text: string, { gap, end, word }: Word) =>
  /^\s?\($/.test(gap) && text[end] === ')' && /^(?:[a-z]{3,6}|[$€£])$/.test(word);

/** "45.00,GBP", "45.00 | GBP": a code in the next cell of a table. */
const isNextCell = (text: string, word: Word) =>
  /^ ?[,;|\t] ?$/.test(word.gap) && word.word.length === 3 && isInCapitals(text, word);

/** "1.2 mio. EUR" */
const isAfterAbbreviation = (words: readonly Word[], at: number) =>
  /^\.\s?$/.test(words[at]!.gap) && /^(?:mio|mill|mln|mn|mrd|bn|m|k)$/.test(words[at - 1]?.word ?? '');

/** Minor units: "50 cents", "50p", "12 cents (US)". Letters must touch the number. */
function minorUnitAt(document: TextDocument, at: number): CurrencyAfter | null {
  const { form } = document.words[at]!;
  const currency = numberWordsOf(document).minorUnits.get(form);
  if (currency === undefined || isPurity(document, at)) return null;
  if (form.length === 1 && form !== '¢' && !isTouchingMinorUnit(document, at)) return null;
  return { currency, unitFactor: 0.01, last: at + 1, ...currencyOfCents(document, at) };
}

/** Whether "ct" is a carat: "18ct gold", "0.4 ct diamond". */
function isPurity(document: TextDocument, at: number): boolean {
  return (
    /^(?:ct|cts|c)$/.test(document.words[at]!.form) &&
    (/^(?:9|10|14|18|21|22|24)$/.test(document.words[at - 1]!.word) ||
      /^(?:gold|white|yellow|rose|diamond|diamonds|sapphire|ruby|emerald|stone|solitaire)$/.test(
        formsAfter(document, at + 1, 1),
      ))
  );
}

/** Numbers before a "p" that means the lines of a screen. */
const screenHeights = new Set(['240', '360', '480', '576', '720', '1080', '1440', '2160']);

/** Whether the letter is a minor unit: that of "50p", but not of "1080p" or "wash at 30C". */
function isTouchingMinorUnit(document: TextDocument, at: number): boolean {
  const { gap, capital, form } = document.words[at]!;
  if (gap !== '' || capital || screenHeights.has(document.words[at - 1]!.word)) return false;
  return form !== 'c' || !/\bwash/.test(formsBefore(document, at - 1, 3));
}

/** The coin or currency that a word, or an adjective and a noun, name: "a nickel", "Swiss francs". */
function namedAt(document: TextDocument, word: Word, at: number): CurrencyAfter | null {
  if (meansOther(document, word, at)) return null;
  const whole = (currency: string, unitFactor = 1) => ({ currency, unitFactor, last: at + 1 });
  if (word.form === 'e' && word.gap === '' && !word.capital) return whole('EUR');
  const coin = coins.get(word.form);
  if (coin !== undefined) return whole('USD', coin);
  const several = namedCentsAfter(document.words, at) ?? namedCurrencyAfter(document.words, at);
  if (several !== null) return { unitFactor: 1, ...several };
  const currency = currencyWords.get(word.form);
  return currency === undefined ? null : whole(currency);
}

/** Whether the word of a currency means something else: "try", "20 pounds of apples", "925 sterling". */
function meansOther(document: TextDocument, word: Word, at: number): boolean {
  const { form } = word;
  if (capitalOnlyCodes.has(form) && form !== 'won') return !isInCapitals(document.text, word);
  if (form === 'sterling') return document.words[at - 1]?.word === '925';
  return /^pounds?$/.test(form) && isWeight(document, at);
}

/** Whether pounds are a weight: "20 pounds of apples", "a kettlebell of 20 pounds". */
function isWeight(document: TextDocument, at: number): boolean {
  return (
    /^(?:of|heavy|heavier|lighter|weight)$/.test(formsAfter(document, at + 1, 1)) ||
    /\b(?:weigh\w*|lost|lose|lift\w*|(?:dumb|kettle|bar)bells?|plates?|weights?)\b/.test(
      formsBefore(document, at - 1, 4),
    )
  );
}

const isInCapitals = (text: string, { start, end }: Word) => /^\p{Lu}+$/u.test(text.slice(start, end));
