/** Reads a number with its unit, scale, currency, range and bound, converted to the unit of a rule. */
import type { NumberRule } from '../../domains/extraction-rules.ts';
import { amountCertainty, isOwnClause } from './amount-without-currency.ts';
import type { AmountCertainty, TextDocument } from './document.ts';
import { fillingWords } from './filling-words.ts';
import { currencyOfLabel, isLabelMark, isLabelPeriod, isPercentLabel, unitOfLabel } from './label-units.ts';
import { periodAfterAmount, periodBeforeAmount, periodByAmount } from './languages/foreign-numbers.ts';
import { startsWithDigit } from './letters.ts';
import { currencyOfCents, namedCentsAfter } from './named-cents.ts';
import { namedCurrencyAfter } from './named-currency.ts';
import type { Bound, NumberAt } from './number-at.ts';
import { boundOf, formsAfter, formsBefore, rangeEnd, scaleAfter } from './read-number.ts';
import { spokenCentsAfter } from './spoken-cents.ts';
import { currencyOfText } from './text-currency.ts';
import {
  capitalOnlyCodes,
  coins,
  currencyWords,
  dollarPrefixes,
  measureUnits,
  minorUnitWords,
  type Period,
  percentWords,
  periodsPerYear,
  periodWords,
  screenHeights,
} from './units.ts';

export interface Quantity {
  /** In the rule's unit or currency; null: unbounded. */
  readonly low: number | null;
  readonly high: number | null;
  readonly bound: Bound | 'range';
  /** Words [first, last), with unit and currency. */
  readonly first: number;
  readonly last: number;
  /** How certain an amount of money without a currency is; null: there is a currency, or it is not money. */
  readonly withoutCurrency: AmountCertainty | null;
  /** Whether it has a scale: "2M". */
  readonly isScaled: boolean;
}

/** One end of a range. It can inherit the scale, unit or currency of the other end. */
interface Endpoint {
  readonly value: number;
  readonly scale: number | null;
  readonly unit: number | null;
  readonly currency: string | null;
  /** Units of the currency that one named unit is: 0.01 for cents, 1e6 for MEUR. */
  readonly unitFactor: number | null;
  readonly first: number;
  readonly last: number;
}

/** The quantity of a number that is no part of another one. */
export function quantityAt(document: TextDocument, number: NumberAt, rule: NumberRule): Quantity | null {
  if (isPartOfName(document, number, rule)) return null;
  const low = endpointAt(document, number, rule);
  const second = rangeEnd(document, number.first, low.last) ?? rangeEnd(document, number.first, number.last);
  const high = second === null ? null : endpointAt(document, second, rule);
  const factors =
    high === null
      ? [factorOf(document, low, low, rule)]
      : [factorOf(document, low, high, rule), factorOf(document, high, low, rule)];
  if (factors.some((factor) => factor === null)) return null;
  const last = high?.last ?? low.last;
  const period =
    rule.measure === 'money'
      ? periodAt(document, low.first, last, low.value * factors[0]!, rule)
      : { factor: 1, last };
  if (period === null) return null;
  const isScaled = low.scale !== null || (high?.scale ?? null) !== null;
  const lacksCurrency =
    rule.measure === 'money' && low.currency === null && (high?.currency ?? null) === null;
  const withoutCurrency = lacksCurrency ? amountCertainty(document, low.first, period.last, isScaled) : null;
  if (
    lacksCurrency &&
    !isAllowedWithoutCurrency(document, low.first, period.last, withoutCurrency, isScaled, rule)
  )
    return null;
  const found = { first: low.first, last: period.last, withoutCurrency, isScaled };
  const from = low.value * factors[0]! * period.factor;
  const to = high === null ? from : high.value * factors[1]! * period.factor;
  if (high !== null && to >= from) return { ...found, low: from, high: to, bound: 'range' };
  // Two numbers with a dash between: "62,000 miles — one owner", "$21.99 - 4.3 stars".
  const isApart =
    high !== null &&
    (/\s[-–—]+\s/.test(document.words[high.first]!.gap) || (high.currency === null && low.currency !== null));
  if (high !== null && !isApart) return null;
  const end = high === null ? period.last : low.last;
  const bound = boundOf(document, low.first, number.last, end);
  return { ...found, last: end, ...rangeFrom(from, bound), bound };
}

function isAllowedWithoutCurrency(
  document: TextDocument,
  first: number,
  last: number,
  withoutCurrency: AmountCertainty | null,
  isScaled: boolean,
  rule: NumberRule,
): boolean {
  if (withoutCurrency === null) return false;
  return rule.currency_optional !== 'alone' || (isScaled && isOwnClause(document, first, last));
}

function rangeFrom(value: number, bound: Bound): { low: number | null; high: number | null } {
  if (bound === 'atLeast' || bound === 'over') return { low: value, high: null };
  if (bound === 'atMost' || bound === 'under') return { low: null, high: value };
  return { low: value, high: value };
}

/** Whether the number continues another: the 11 of "5'11", the 7 of "24/7", a part of a date. */
export function isPartOfAnother(document: TextDocument, { first, last }: NumberAt): boolean {
  const before = document.words[first - 1];
  if (before === undefined || !/^\d/.test(before.word)) return false;
  const next = document.words[last];
  return (
    /^['’/.:]$/.test(document.words[first]!.gap) &&
    !(next !== undefined && /^\p{L}/u.test(next.word) && next.gap === '')
  );
}

/** Words before an amount in a text that lost its spaces: "Price280 EUR". */
const priceLabel = /^(?:price|asking|budget|cost)$/;

/** Whether the digits belong to a name ("T480", "MT07") and not to a currency ("EUR450"). */
function isPartOfName(document: TextDocument, { first }: NumberAt, rule: NumberRule): boolean {
  const { gap } = document.words[first]!;
  const before = document.words[first - 1];
  return (
    rule.measure === 'money' &&
    gap === '' &&
    before !== undefined &&
    /^\p{L}/u.test(before.word) &&
    !priceLabel.test(before.form) &&
    currencyBefore(document, first) === null
  );
}

function endpointAt(document: TextDocument, number: NumberAt, rule: NumberRule): Endpoint {
  const before = currencyBefore(document, number.first);
  const scaled = scaleAfter(document, number.last);
  const isScaled =
    rule.measure === 'count' ||
    rule.measure === 'money' ||
    (rule.measure === 'custom' && scaled !== null && unitAfter(document, scaled.last, rule) !== null);
  const scale = isScaled ? scaled : null;
  const afterScale = scale?.last ?? number.last;
  const sign = rule.measure === 'money' ? currencyAfter(document, afterScale) : null;
  const feet =
    rule.measure === 'length' ? feetAndInches(document, number, rule.unit ?? defaultUnit.length) : null;
  const unit =
    feet ??
    unitAfter(document, afterScale, rule) ??
    unitAfterFilling(document, afterScale, rule) ??
    unitInLabel(document, number.first, afterScale, rule);
  const label =
    rule.measure === 'money' && before === null && sign === null
      ? currencyOfLabel(document, number.first)
      : null;
  const cents =
    scale === null && sign?.unitFactor === 1 ? spokenCentsAfter(document, number, sign.last) : null;
  return {
    value: feet?.value ?? number.value + (cents?.value ?? 0),
    scale: scale?.factor ?? null,
    unit: unit?.factor ?? null,
    currency:
      label?.currency ??
      currencyOf(before?.currency, sign?.currency) ??
      indianScale(document, number.last, scale),
    unitFactor: (scale === null ? label?.unitFactor : undefined) ?? sign?.unitFactor ?? null,
    first: before?.first ?? number.first,
    last: unit?.last ?? cents?.last ?? sign?.last ?? afterScale,
  };
}

/** "Growth (%): 14", "exp_years: 4" */
function unitInLabel(
  document: TextDocument,
  first: number,
  last: number,
  rule: NumberRule,
): { factor: number; last: number } | null {
  if (rule.measure === 'percent') return isPercentLabel(document, first) ? { factor: 1, last } : null;
  const factor = rule.units === undefined ? null : unitOfLabel(document, first, rule.units);
  return factor === null ? null : { factor, last };
}

/** Lakhs and crores are rupees. */
const indianScale = ({ words }: TextDocument, at: number, scale: { last: number } | null) =>
  scale !== null && /^(?:lakhs?|lacs?|crores?|lpa)$/.test(words[at]?.form ?? '') ? 'INR' : null;

/** The currency before the number counts, but a code after it says which dollars: "$180 CAD". */
function currencyOf(before: string | undefined, after: string | undefined): string | null {
  const isDollar = after !== undefined && Object.values(dollarPrefixes).includes(after) && after !== 'BRL';
  return before === 'USD' && isDollar ? after : (before ?? after ?? null);
}

/**
 * Factor from an end's number to the rule's unit, with the inherited scale and unit. null: it has not the
 * rule's measure.
 */
function factorOf(document: TextDocument, end: Endpoint, other: Endpoint, rule: NumberRule): number | null {
  const inheritsScale = end.value <= other.value || end === other;
  const scale = end.scale ?? (inheritsScale && end.value < 1000 ? (other.scale ?? 1) : 1);
  if (rule.measure === 'count') return end.currency !== null || other.currency !== null ? null : scale;
  if (rule.measure !== 'money') {
    const unit = end.unit ?? other.unit;
    return unit === null ? null : unit * scale;
  }
  const currency =
    end.currency ?? other.currency ?? (rule.currency_optional ? impliedCurrency(document, rule) : null);
  if (currency === null || currency === undefined) return null;
  const rate = currency === rule.currency ? 1 : rule.rates?.[currency];
  return rate === undefined ? null : scale * rate * (end.unitFactor ?? other.unitFactor ?? 1);
}

/** The one currency of the text's amounts; null: they have none, or several. */
export const currencyOfAmounts = (document: TextDocument): string | null =>
  currencyOfText(document, (at) => {
    const scaled = scaleAfter(document, at + 1);
    const after = currencyAfter(document, scaled?.last ?? at + 1);
    return currencyOf(currencyBefore(document, at)?.currency, after?.currency);
  });

/** The currency of an amount without one: that of the text's other amounts, else the rule's. */
function impliedCurrency(document: TextDocument, rule: NumberRule): string | null {
  const ofText = currencyOfAmounts(document);
  const isKnown = ofText === rule.currency || (ofText !== null && rule.rates?.[ofText] !== undefined);
  return isKnown ? ofText : (rule.currency ?? null);
}

function currencyBefore(
  { text, words }: TextDocument,
  first: number,
): { currency: string; first: number } | null {
  const sign = words[first - 1];
  if (sign === undefined || !(sign.word === 'rs' ? /^\.?\s?$/ : /^\s?$/).test(words[first]!.gap)) return null;
  const letter = words[first - 2];
  if (
    sign.word === '$' &&
    letter !== undefined &&
    sign.gap === '' &&
    Object.hasOwn(dollarPrefixes, letter.word)
  ) {
    return { currency: dollarPrefixes[letter.word]!, first: first - 2 };
  }
  // "R4000"; the R16 of "205/55 R16" is the size of a tyre.
  if (sign.word === 'r' && sign.capital && words[first]!.gap === '' && !startsWithDigit(letter?.word ?? ''))
    return { currency: 'ZAR', first: first - 1 };
  const currency = /^(?:[$€£¥₹₪₦₩]|[a-z]{3}|rs|rp|rm)$/.test(sign.word)
    ? currencyWords[sign.word]
    : undefined;
  if (capitalOnlyCodes.has(sign.word) && !isInCapitals(text, sign) && !hasScale(words, first)) return null;
  return currency === undefined ? null : { currency, first: first - 1 };
}

/** Whether a code in small letters stands before a scaled number: "php 300k". */
const hasScale = (words: TextDocument['words'], number: number) =>
  /^(?:k|m|mn|mio|bn|million|thousand|billion)$/.test(words[number + 1]?.form ?? '') &&
  words[number]!.gap !== '';

/** "2-6 MEUR", "80 kUSD", "15 mkr". */
const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  t: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  mkr: 1e6,
  tkr: 1e3,
  bn: 1e9,
};

/** `unitFactor`: how many units of the currency one named unit is: 0.01 for a cent, 1e6 for MEUR, else 1. */
function currencyAfter(
  document: TextDocument,
  at: number,
): { currency: string; unitFactor: number; last: number } | null {
  const { text, words, spelling } = document;
  const word = words[at];
  if (word === undefined) return null;
  const thousands = /^(?:(k|t|m|mn|mio|bn)(eur|usd|gbp|chf|sek|nok|dkk|pln|aud|cad)|([mt]kr))$/.exec(
    word.word,
  );
  if (thousands !== null && /^\s?$/.test(word.gap))
    return {
      currency: thousands[2]?.toUpperCase() ?? 'SEK',
      unitFactor: multiples[thousands[1] ?? thousands[3]!]!,
      last: at + 1,
    };
  if (spelling !== undefined) {
    // "250,- €"
    if (!/^\s?(?:[,.][-–])?\s?$/.test(word.gap)) return null;
    const own = Object.hasOwn(spelling.currencies, word.form) ? spelling.currencies[word.form] : undefined;
    if (own !== undefined) return { currency: own, unitFactor: 1, last: at + 1 };
    if (Object.hasOwn(minorUnitWords, word.form)) return null;
  } else if (
    // "65k+ quid", "250,- euros"
    !/^(?:\s?(?:[,.][-–—]{1,2})?|\+)\s?$/.test(word.gap) &&
    !isBracketed(document, at) &&
    !isNextCell(text, word) &&
    !isAbbreviatedScale(document, at)
  )
    return null;
  if (word.form === 'e' && word.gap === '' && !word.capital)
    return { currency: 'EUR', unitFactor: 1, last: at + 1 };
  const minorUnit =
    Object.hasOwn(minorUnitWords, word.form) && !isPurity(document, at)
      ? minorUnitWords[word.form]
      : undefined;
  if (
    minorUnit !== undefined &&
    (word.form.length > 1 || word.form === '¢' || isTouchingMinorUnit(document, at))
  ) {
    return { currency: minorUnit, unitFactor: 0.01, last: at + 1, ...currencyOfCents(document, at) };
  }
  if (capitalOnlyCodes.has(word.form) && word.form !== 'won' && !isInCapitals(text, word)) return null;
  const coin = Object.hasOwn(coins, word.form) ? coins[word.form] : undefined;
  if (coin !== undefined) return { currency: 'USD', unitFactor: coin, last: at + 1 };
  const cents = namedCentsAfter(words, at);
  if (cents !== null) return cents;
  if (/^pounds?$/.test(word.form) && isWeight(document, at)) return null;
  // "925 sterling" is the fineness of silver.
  if (word.form === 'sterling' && words[at - 1]?.word === '925') return null;
  const named = namedCurrencyAfter(words, at);
  if (named !== null) return { ...named, unitFactor: 1 };
  const currency = Object.hasOwn(currencyWords, word.form) ? currencyWords[word.form] : undefined;
  return currency === undefined ? null : { currency, unitFactor: 1, last: at + 1 };
}

/** "240k (EUR)" */
function isBracketed({ text, words }: TextDocument, at: number): boolean {
  const { gap, end, word } = words[at]!;
  return /^\s?\($/.test(gap) && text[end] === ')' && /^(?:[a-z]{3,6}|[$€£])$/.test(word);
}

/** "1.2 mio. EUR" */
function isAbbreviatedScale({ words }: TextDocument, at: number): boolean {
  return /^\.\s?$/.test(words[at]!.gap) && /^(?:mio|mill|mln|mn|mrd|bn|m|k)$/.test(words[at - 1]?.word ?? '');
}

/** Whether "ct" is a carat: "18ct gold", "0.4 ct diamond". */
function isPurity(document: TextDocument, at: number): boolean {
  const isCarat = /^(?:ct|cts|c)$/.test(document.words[at]!.form);
  return (
    isCarat &&
    (/^(?:9|10|14|18|21|22|24)$/.test(document.words[at - 1]!.word) ||
      /^(?:gold|white|yellow|rose|diamond|diamonds|sapphire|ruby|emerald|stone|solitaire)\b/.test(
        formsAfter(document, at + 1, 1),
      ))
  );
}

/** "45.00,GBP", "45.00 | GBP": a code in the next cell of a table. */
function isNextCell(text: string, word: TextDocument['words'][number]): boolean {
  return /^ ?[,;|\t] ?$/.test(word.gap) && word.word.length === 3 && isInCapitals(text, word);
}

/** Whether the letter is a minor unit: that of "50p", but not of "1080p" or "wash at 30C". */
function isTouchingMinorUnit(document: TextDocument, at: number): boolean {
  const { gap, capital, form } = document.words[at]!;
  if (gap !== '' || capital || screenHeights.has(Number(document.words[at - 1]!.word))) return false;
  return form !== 'c' || !/\bwash/.test(formsBefore(document, at - 1, 3));
}

/** Whether pounds are a weight: "20 pounds of apples", "a kettlebell of 20 pounds". */
function isWeight(document: TextDocument, at: number): boolean {
  return (
    /^(?:of|heavy|heavier|lighter|weight)\b/.test(formsAfter(document, at + 1, 1)) ||
    /\b(?:weigh\w*|lost|lose|lift\w*|dumbbells?|kettlebells?|barbells?|plates?|weights?)\b/.test(
      formsBefore(document, at - 1, 2),
    )
  );
}

const isInCapitals = (text: string, { start, end }: { start: number; end: number }) =>
  /^\p{Lu}+$/u.test(text.slice(start, end));

function unitAfter(
  { words, text }: TextDocument,
  at: number,
  rule: NumberRule,
): { factor: number; last: number } | null {
  const word = words[at];
  if (word === undefined || !/^(?:\s*[-‑+]?\s*|\+\s)$/.test(word.gap)) return null;
  if (rule.measure === 'percent') {
    if (percentWords.has(word.form)) return { factor: 1, last: at + 1 };
    return word.form === 'per' && words[at + 1]?.form === 'cent' ? { factor: 1, last: at + 2 } : null;
  }
  if (rule.measure === 'custom') {
    const factor =
      rule.units !== undefined && Object.hasOwn(rule.units, word.form) ? rule.units[word.form] : undefined;
    const written = text.slice(word.start, word.end);
    const exact = rule.units?.[written] ?? factor;
    return exact === undefined ? null : { factor: exact, last: at + 1 };
  }
  if (rule.measure !== 'duration' && rule.measure !== 'length' && rule.measure !== 'weight') return null;
  const units = measureUnits[rule.measure];
  const base = Object.hasOwn(units, word.form)
    ? units[word.form]
    : Object.hasOwn(units, word.word)
      ? units[word.word]
      : undefined;
  const target = units[rule.unit ?? defaultUnit[rule.measure]];
  return base === undefined || target === undefined ? null : { factor: base / target, last: at + 1 };
}

/** The unit after the words between it and its number: "3ish years", "5 or more years". */
function unitAfterFilling(document: TextDocument, at: number, rule: NumberRule) {
  if (rule.measure !== 'custom' && rule.measure !== 'duration') return null;
  const words = fillingWords(document, at);
  return words === 0 ? null : unitAfter(document, at + words, rule);
}

const defaultUnit = { duration: 'years', length: 'cm', weight: 'kg' } as const;

/** `5'11`, "6 ft 2", "5 feet 11 inches"; `value` in feet. */
function feetAndInches(
  document: TextDocument,
  number: NumberAt,
  unit: string,
): { value: number; factor: number; last: number } | null {
  const { words } = document;
  const isFeet = /^(?:ft|feet|foot)$/.test(words[number.last]?.form ?? '');
  const inchesAt = isFeet ? number.last + 1 : number.last;
  const inches = words[inchesAt];
  const joined = isFeet ? /^\s?$/ : /^\s?['’′]\s?$/;
  if (inches === undefined || !joined.test(inches.gap) || !/^(?:\d|1[01])$/.test(inches.word)) return null;
  const word = words[inchesAt + 1];
  const last = word !== undefined && /^(?:in|inch|inches)$/.test(word.form) ? inchesAt + 2 : inchesAt + 1;
  return {
    value: number.value + Number(inches.word) / 12,
    factor: 0.3048 / (measureUnits.length[unit] ?? 1),
    last,
  };
}

/** Factor from the stated period ("a year", "/h", "monthly") to the rule's. */
function periodAt(
  { words, spelling }: TextDocument,
  first: number,
  last: number,
  value: number,
  rule: NumberRule,
): { factor: number; last: number } | null {
  if (spelling !== undefined) {
    const after = periodAfterAmount(spelling, words, last);
    const period = after?.period ?? periodBeforeAmount(spelling, words, first) ?? periodByAmount(value);
    const factor = rule.per === undefined ? 1 : periodsPerYear[period] / periodsPerYear[rule.per];
    return { factor, last: after?.last ?? last };
  }
  const named = periodAfter(words, last) ?? periodBefore(words, first, last);
  if (rule.per === undefined) return { factor: 1, last: named?.last ?? last };
  // No yearly pay is that small: "2,350 EUR gross".
  const [least, most] = rule.monthly ?? [1, 0];
  const unnamed = value >= least && value <= most ? 'month' : rule.per;
  const factor = periodsPerYear[named?.period ?? unnamed] / periodsPerYear[rule.per];
  return { factor, last: named?.last ?? last };
}

function periodAfter(words: TextDocument['words'], at: number): { period: Period; last: number } | null {
  const word = words[at];
  if (word === undefined || word.sentence !== words[at - 1]?.sentence) return null;
  if (/^(?:net|netto|gross|brutto|pretax)$/.test(word.form)) return periodAfter(words, at + 1);
  const periodOf = (form: string | undefined) =>
    form !== undefined && Object.hasOwn(periodWords, form) ? periodWords[form] : undefined;
  if (/^(?:per|a|an|the|each|every|p)$/.test(word.form)) {
    const after =
      word.form === 'p'
        ? ({ a: 'year', m: 'month', h: 'hour' } as const)[words[at + 1]?.form ?? '']
        : periodOf(words[at + 1]?.form);
    return after === undefined ? null : { period: after, last: at + 2 };
  }
  const direct = periodOf(word.form);
  if (direct === undefined) return null;
  return /\//.test(word.gap) || /ly$|^(?:p[admhw]|pcm|annual)$/.test(word.form)
    ? { period: direct, last: at + 1 }
    : null;
}

function periodBefore(
  words: TextDocument['words'],
  first: number,
  last: number,
): { period: Period; last: number } | null {
  for (let at = first - 1; at >= 0 && at >= first - 3; at--) {
    const form = words[at]!.form;
    if (words[at]!.sentence !== words[first]!.sentence) break;
    if (/^(?:hourly|daily|weekly|monthly|quarterly|annual|annually|yearly)$/.test(form))
      return { period: periodWords[form]!, last };
    if (isLabelMark(words[first]!.gap) && isLabelPeriod(form)) return { period: periodWords[form]!, last };
    // "day rate £500"
    const unit = words[at - 1]?.form ?? '';
    if (form === 'rate' && /^(?:day|hour|week|month)$/.test(unit))
      return { period: periodWords[unit]!, last };
  }
  return null;
}
