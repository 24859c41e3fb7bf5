/** Reads a number with its unit, scale, currency, range and bound, converted to the unit of a rule. */
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import type { AmountCertainty, TextDocument } from '../document.ts';
import { currencyBefore } from '../money/currency-beside.ts';
import { boundOf } from '../numbers/bound-of.ts';
import type { Bound, NumberAt } from '../numbers/number-at.ts';
import { rangeEnd } from '../numbers/range-end.ts';
import { amountCertainty, isOwnClause } from './amount-without-currency.ts';
import { type Endpoint, endpointAt, factorOf } from './endpoint.ts';
import { periodOfAmount } from './period-of-amount.ts';

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

/** The quantity of a number that is no part of another one. */
export function quantityAt(document: TextDocument, number: NumberAt, rule: NumberRule): Quantity | null {
  if (isPartOfName(document, number, rule)) return null;
  const low = endpointAt(document, number, rule);
  const second = rangeEnd(document, number.first, low.last) ?? rangeEnd(document, number.first, number.last);
  const high = second === null ? null : endpointAt(document, second, rule);
  const lowFactor = factorOf(document, low, high ?? low, rule);
  const highFactor = high === null ? lowFactor : factorOf(document, high, low, rule);
  if (lowFactor === null || highFactor === null) return null;
  const [from, to] = [low.value * lowFactor, (high?.value ?? low.value) * highFactor];
  const last = high?.last ?? low.last;
  const period =
    rule.measure === 'money'
      ? periodOfAmount(document, low.first, last, from, rule, low.currency !== null)
      : { factor: 1, last };
  const certainty = certaintyOf(document, low, high, period.last, rule);
  if (certainty === null) return null;
  const found = { first: low.first, last: period.last, ...certainty };
  const [least, most] = [from * period.factor, to * period.factor];
  if (high !== null && most >= least) return { ...found, low: least, high: most, bound: 'range' };
  if (high !== null && !areApart(document, low, high)) return null;
  const end = high === null ? period.last : low.last;
  const bound = boundOf(document, low.first, number.last, end);
  return { ...found, last: end, ...rangeFrom(least, bound), bound };
}

/** Two numbers with a dash between: "62,000 miles — one owner", "$21.99 - 4.3 stars". */
const areApart = ({ words }: TextDocument, low: Endpoint, high: Endpoint) =>
  /\s[-–—]+\s/.test(words[high.first]!.gap) || (high.currency === null && low.currency !== null);

/** null: a number without a currency that is no amount, or not one that the rule reads. */
function certaintyOf(
  document: TextDocument,
  low: Endpoint,
  high: Endpoint | null,
  last: number,
  rule: NumberRule,
): Pick<Quantity, 'isScaled' | 'withoutCurrency'> | null {
  const isScaled = low.scale !== null || (high?.scale ?? null) !== null;
  const hasCurrency = low.currency !== null || (high?.currency ?? null) !== null;
  if (rule.measure !== 'money' || hasCurrency) return { isScaled, withoutCurrency: null };
  const withoutCurrency = amountCertainty(document, low.first, last, isScaled);
  const isAllowed =
    rule.currency_optional !== 'alone' || (isScaled && isOwnClause(document, low.first, last));
  return withoutCurrency === null || !isAllowed ? null : { isScaled, withoutCurrency };
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
