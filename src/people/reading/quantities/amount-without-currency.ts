/**
 * Decides whether a number without a currency is an amount of money.
 *
 *   no        it has a unit ("128 GB"), counts things ("3 seats"), describes one ("3-seater", "120x80"), or
 *             is a year, a time or a part of a name ("Golf 7 2015")
 *   sure      it has a scale, starts its clause, follows a word for prices ("asking 250") or precedes one
 *             ("250 ono")
 *   doubtful  any other number from 20 on ("iphone 13 for sale")
 */
import type { AmountCertainty, TextDocument } from '../document.ts';
import type { AmountWords } from '../languages/amount-words.ts';
import { amountWordsOf } from '../languages/number-words-of.ts';
import type { Word } from '../words/read-text.ts';
import { isName } from '../words/word-forms.ts';
import { measureUnits } from './units.ts';

const MAX_ADJECTIVES = 2;
/** A smaller number is a model's ("Golf 7 for sale"). */
const MIN_DOUBTFUL = 20;
const YEARS = [1950, 2035] as const;

/** `first`, `last`: words [first, last) of the number, its scale and period. null: not an amount. */
export function amountCertainty(
  document: TextDocument,
  first: number,
  last: number,
  isScaled: boolean,
): AmountCertainty | null {
  const { words } = document;
  const known = amountWordsOf(document);
  const before = inClause(words, first - 1, words[first]!);
  const after = inClause(words, last, words[last - 1]!);
  if (isMeasured(document, known, last, after)) return null;
  if (countsThings(words, known, first, last, isScaled) || isPartOfName(words, known, first, before))
    return null;
  if (isScaled || (after !== undefined && known.endings.has(after.form))) return 'sure';
  const mayBeYear = isYear(words[first]!);
  if (before !== undefined && isLead(known, before.form, mayBeYear)) return 'sure';
  if (mayBeYear) return null;
  if (before === undefined) return 'sure';
  return Number(words[first]!.word) < MIN_DOUBTFUL ? null : 'doubtful';
}

const isLead = ({ leads, leadsButToYears }: AmountWords, form: string, mayBeYear: boolean) =>
  leads.has(form) || (!mayBeYear && leadsButToYears.has(form));

/** Whether words [first, last) are a whole clause. */
export function isOwnClause({ words }: TextDocument, first: number, last: number): boolean {
  const { clause } = words[first]!;
  return words[first - 1]?.clause !== clause && words[last]?.clause !== clause;
}

function inClause(words: readonly Word[], at: number, beside: Word): Word | undefined {
  const word = words[at];
  return word !== undefined && word.clause === beside.clause ? word : undefined;
}

function isMeasured(
  { text, words }: TextDocument,
  { endings, touchingUnits, units }: AmountWords,
  last: number,
  after: Word | undefined,
): boolean {
  const { end } = words[last - 1]!;
  if (/^\s?(?:["”″]|''|°|x\d|×)/.test(text.slice(end, end + 3))) return true;
  if (after === undefined) return false;
  if (/^[-‑]$/.test(after.gap)) return /^\p{L}/u.test(after.word) && !endings.has(after.form);
  if (after.gap === '') return !endings.has(after.form);
  if (touchingUnits.has(after.form) || after.gap !== ' ') return false;
  return (
    units.has(after.form) || Object.values(measureUnits).some((measure) => Object.hasOwn(measure, after.form))
  );
}

/** Whether a noun is counted: "3 seats", "2 spare controllers" (up to two adjectives), "one bike". */
function countsThings(
  words: readonly Word[],
  known: AmountWords,
  first: number,
  last: number,
  isScaled: boolean,
): boolean {
  const isOne = !isScaled && known.namesOfOne.has(words[first]!.form);
  for (let at = last; at <= last + MAX_ADJECTIVES; at++) {
    const word = inClause(words, at, words[last - 1]!);
    if (word === undefined || endsCount(known, word, isScaled)) return false;
    const { form } = word;
    if (at === last && (isOne || known.attributiveNouns.has(form))) return true;
    if (known.irregularPlurals.has(form) || (/[^su]s$/.test(form) && !form.endsWith('is'))) return true;
  }
  return false;
}

/** Whether no counted noun follows from the word on. */
function endsCount(known: AmountWords, { word, form }: Word, isScaled: boolean): boolean {
  if (known.notCounted.has(form) || known.endings.has(form) || isName(form)) return true;
  return !/^\p{L}/u.test(word) || (isScaled && known.nounsWithAmount.has(form));
}

/** Whether the number identifies or sizes a thing: "size 42", "set of 6", "120 x 80", "Golf 7 2015". */
function isPartOfName(
  words: readonly Word[],
  { labels, collectiveNouns }: AmountWords,
  first: number,
  before: Word | undefined,
): boolean {
  if (before === undefined) return false;
  if (labels.has(before.form) || /^\d/.test(before.word) || /^[x×]$/.test(before.form)) return true;
  return before.form === 'of' && collectiveNouns.has(words[first - 2]?.form ?? '');
}

function isYear({ word }: Word): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= YEARS[0] && Number(word) <= YEARS[1];
}
