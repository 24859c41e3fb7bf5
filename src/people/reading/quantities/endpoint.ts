/** One end of a quantity: a number with its scale, unit and currency. */

import { dollarPrefixes } from '../../../domains/currency-words.ts';
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import { centsAfterUnits } from '../money/cents.ts';
import { currencyAfter, currencyBefore } from '../money/currency-beside.ts';
import { currencyOfText } from '../money/currency-of-text.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { type Scale, scaleAfter } from '../numbers/scale-after.ts';
import { currencyOfLabel } from './label-units.ts';
import { feetAndInches, unitAfter, unitBeside } from './unit-after.ts';

/** It can inherit the scale, unit or currency of the other end. */
export interface Endpoint {
  readonly value: number;
  readonly scale: number | null;
  readonly unit: number | null;
  readonly currency: string | null;
  /** Units of the currency that one named unit is: 0.01 for cents, 1e6 for MEUR. */
  readonly unitFactor: number | null;
  readonly first: number;
  readonly last: number;
}

export function endpointAt(document: TextDocument, number: NumberAt, rule: NumberRule): Endpoint {
  const scaled = scaleAfter(document, number.last);
  const scale = scaled !== null && mayBeScaled(document, scaled, rule) ? scaled : null;
  const at = scale?.last ?? number.last;
  const end = rule.measure === 'money' ? amountAt(document, number, scale, at) : noAmount(document, number);
  const feet = feetAndInches(document, number, rule);
  const unit = feet ?? unitBeside(document, number.first, at, rule);
  return {
    ...end,
    value: feet?.value ?? end.value,
    scale: scale?.factor ?? null,
    unit: unit?.factor ?? null,
    last: unit?.last ?? end.last ?? at,
  };
}

const mayBeScaled = (document: TextDocument, { last }: Scale, rule: NumberRule) =>
  rule.measure === 'count' ||
  rule.measure === 'money' ||
  (rule.measure === 'custom' && unitAfter(document, last, rule) !== null);

/** A sign of money before a number belongs to it also where the rule reads no money. */
function noAmount(document: TextDocument, number: NumberAt) {
  const before = currencyBefore(document, number.first);
  return {
    value: number.value,
    currency: before?.currency ?? null,
    unitFactor: null,
    first: before?.first ?? number.first,
    last: undefined,
  };
}

/** The amount of a number whose scale ends at `at`; `last`: the end of its currency. */
function amountAt(document: TextDocument, number: NumberAt, scale: Scale | null, at: number) {
  const before = currencyBefore(document, number.first);
  const after = currencyAfter(document, at);
  const label = before === null && after === null ? currencyOfLabel(document, number.first) : null;
  const cents =
    scale === null && after?.unitFactor === 1 ? centsAfterUnits(document, number, after.last) : null;
  return {
    value: number.value + (cents?.value ?? 0),
    currency:
      label?.currency ??
      currencyOf(before?.currency, after?.currency) ??
      currencyOfScale(document, number.last, scale),
    unitFactor: (scale === null ? label?.unitFactor : undefined) ?? after?.unitFactor ?? null,
    first: before?.first ?? number.first,
    last: cents?.last ?? after?.last,
  };
}

/** Lakhs and crores are rupees. */
const currencyOfScale = ({ words }: TextDocument, at: number, scale: Scale | null) =>
  scale !== null && /^(?:lakhs?|lacs?|crores?|lpa)$/.test(words[at]?.form ?? '') ? 'INR' : null;

const otherDollars = new Set<string>([...dollarPrefixes.values()].filter((code) => code !== 'BRL'));

/** The currency before the number counts, but a code after it says which dollars: "$180 CAD". */
const currencyOf = (before: string | undefined, after: string | undefined): string | null =>
  before === 'USD' && after !== undefined && otherDollars.has(after) ? after : (before ?? after ?? null);

/**
 * Factor from an end's number to the rule's unit, with the inherited scale and unit. null: it has not the
 * rule's measure.
 */
export function factorOf(
  document: TextDocument,
  end: Endpoint,
  other: Endpoint,
  rule: NumberRule,
): number | null {
  const inheritsScale = (end.value <= other.value || end === other) && end.value < 1000;
  const scale = end.scale ?? (inheritsScale ? (other.scale ?? 1) : 1);
  if (rule.measure === 'count') return end.currency !== null || other.currency !== null ? null : scale;
  if (rule.measure !== 'money') {
    const unit = end.unit ?? other.unit;
    return unit === null ? null : unit * scale;
  }
  const stated = end.currency ?? other.currency;
  const currency = stated ?? (rule.currency_optional ? impliedCurrency(document, rule) : null);
  if (currency === null) return null;
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
