/**
 * Units that stand in the label of a number, as in forms and tables: "Target (EUR): 800,000", "Ticket in k€: 50",
 * "growth pct: 14".
 */
import type { TextDocument } from './document.ts';
import { percentWords } from './units.ts';

const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  t: 1e3,
  thousand: 1e3,
  thousands: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
};
const endOfLabel = /^\s?[)\]]?\s?[:=]\s*$/;

/** The currency of the label that ends before the number at `first`, and how many units of it one is. */
export function currencyOfLabel(
  { words }: TextDocument,
  first: number,
  currencies: Readonly<Record<string, string>>,
): { readonly currency: string; readonly unitFactor: number | undefined } | null {
  if (!endOfLabel.test(words[first]!.gap)) return null;
  const [last, before] = [words[first - 1], words[first - 2]];
  if (last === undefined || last.sentence !== words[first]!.sentence) return null;
  const joined = /^([kmt])(eur|usd|gbp|chf)$/.exec(last.form);
  if (joined !== null) return { currency: joined[2]!.toUpperCase(), unitFactor: multiples[joined[1]!] };
  if (Object.hasOwn(currencies, last.form))
    return { currency: currencies[last.form]!, unitFactor: multipleOf(before?.form) };
  // "Amount (EUR million): 2"
  const isScaled = Object.hasOwn(multiples, last.form) && before !== undefined;
  return isScaled && Object.hasOwn(currencies, before.form)
    ? { currency: currencies[before.form]!, unitFactor: multiples[last.form] }
    : null;
}

const multipleOf = (form: string | undefined) =>
  form !== undefined && Object.hasOwn(multiples, form) ? multiples[form] : undefined;

/** Whether the label that ends before the number at `first` ends with a word for percent. */
export function isPercentLabel({ words }: TextDocument, first: number): boolean {
  const before = words[first - 1];
  return before !== undefined && endOfLabel.test(words[first]!.gap) && percentWords.has(before.form);
}
