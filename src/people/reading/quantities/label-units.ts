/**
 * Units, currencies and periods that stand in the label of a number, as in forms, tables and the keys of
 * JSON: "Target (EUR): 800,000", "Ticket in k€: 50", "growth pct: 14", "exp_years: 4", "usd_per_call =
 * 0.003", "Price in cents: 5".
 */

import { currencyWords } from '../../../domains/currency-words.ts';
import type { TextDocument } from '../document.ts';
import { numberMap } from '../languages/word-lists.ts';
import { capitalOnlyCodes } from '../money/currencies.ts';
import { startsWithDigit } from '../words/letters.ts';
import { percentWords } from './units.ts';

/** Words of a label that are searched, from its end. */
const MAX_LABEL_WORDS = 5;

const multiples = numberMap(
  'k 1e3 t 1e3 thousand 1e3 thousands 1e3 m 1e6 mn 1e6 mio 1e6 million 1e6 millions 1e6',
);

/** Whether the gap before a number ends a label. */
export const isLabelMark = (gap: string) => /^[^\S\n]*["'”]?[^\S\n]*[)\]]?[^\S\n]*[:=]\s*["'“]?$/.test(gap);

export const isLabelPeriod = (form: string) => /^(?:hour|day|week|month|quarter|year)$/.test(form);

/**
 * The words of the label that ends before the number at `first`, the nearest first; empty where there is
 * none.
 */
function labelBefore({ words }: TextDocument, first: number): TextDocument['words'] {
  const label: TextDocument['words'][number][] = [];
  const number = words[first]!;
  if (!isLabelMark(number.gap)) return label;
  for (let at = first - 1; at >= 0 && label.length < MAX_LABEL_WORDS; at--) {
    const word = words[at]!;
    // "300 EUR: …" is an amount, no label.
    if (word.sentence !== number.sentence || startsWithDigit(word.word)) break;
    label.push(word);
    // A key of an inner object goes on the label of its own: "pay eur month: from: 2500".
    if (!/^(?:[_ /-]|\s?[([]|[^\S\n]*:[^\S\n]*|[^\S\n]+|)$/.test(word.gap)) break;
  }
  return label;
}

export interface LabelCurrency {
  readonly currency: string;
  /** How many units of the currency one is: 1e3 for k€, 0.01 for cents. */
  readonly unitFactor: number | undefined;
}

/** The currency of the label that ends before the number at `first`. */
export function currencyOfLabel(document: TextDocument, first: number): LabelCurrency | null {
  const label = labelBefore(document, first);
  const [last] = label;
  if (last === undefined) return null;
  const joined = /^([kmt])(eur|usd|gbp|chf)$/.exec(last.form);
  if (joined !== null) return { currency: joined[2]!.toUpperCase(), unitFactor: multiples.get(joined[1]!) };
  const isMinor = label.some(({ form }) => form === 'cents' || form === 'cent');
  const at = label.findIndex(({ form, word }, position) => isCurrency(position < 2 ? form : word, position));
  if (at < 0) return isMinor ? { currency: 'USD', unitFactor: 0.01 } : null;
  const scale = multiples.get(label[at + 1]?.form ?? '') ?? (at === 1 ? multiples.get(last.form) : undefined);
  return { currency: currencyWords.get(label[at]!.form)!, unitFactor: isMinor ? 0.01 : scale };
}

/** Any currency at the end of a label ("Amount (EUR million): 2"), before that the codes alone. */
function isCurrency(form: string, position: number): boolean {
  if (!currencyWords.has(form) || capitalOnlyCodes.has(form)) return false;
  return position < 2 || /^(?:[a-z]{3}|euros?|dollars?)$/.test(form);
}

/** The factor of the unit in the label before the number at `first`; null: it names none. */
export function unitOfLabel(
  document: TextDocument,
  first: number,
  units: Readonly<Record<string, number>>,
): number | null {
  const unit = labelBefore(document, first).find(({ form }) => Object.hasOwn(units, form));
  return unit === undefined ? null : units[unit.form]!;
}

/** Whether the label that ends before the number at `first` ends with a word for percent. */
export function isPercentLabel(document: TextDocument, first: number): boolean {
  const [last] = labelBefore(document, first);
  return last !== undefined && percentWords.has(last.form);
}
