/** The period that an amount is for: "a year", "/h", "Monatsgehalt: 2.800 €", "brutto im Monat". */
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import type { NumberWords } from '../languages/number-words.ts';
import { numberWordsOf } from '../languages/number-words-of.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { Word } from '../words/read-text.ts';
import { isLabelMark, isLabelPeriod } from './label-units.ts';
import type { UnitAfter } from './unit-after.ts';
import { type Period, periodsPerYear } from './units.ts';

/** Words between an amount and its period at most: "brutto im", "euros de". */
const MAX_LEADS = 3;
/** Words before an amount that are searched. */
const MAX_BEFORE = 5;

interface PeriodAt {
  readonly period: Period;
  readonly last: number;
}

/** Factor from the stated period of words [first, last) to the rule's. `value`: of the amount, as stated. */
export function periodOfAmount(
  document: TextDocument,
  first: number,
  last: number,
  value: number,
  rule: NumberRule,
  hasCurrency: boolean,
): UnitAfter {
  const table = numberWordsOf(document);
  const after = periodAfter(table, document.words, last);
  const end = after?.last ?? last;
  if (rule.per === undefined) return { factor: 1, last: end };
  const period =
    after?.period ??
    periodBefore(table, document.words, first) ??
    unnamedPeriod(table, value, rule.per, rule, hasCurrency);
  return { factor: periodsPerYear[period] / periodsPerYear[rule.per], last: end };
}

/**
 * Pay of an hour, in the currency of a rule that reads pay a year after its cues: "Pay range: $21.45 - $32.20",
 * and not "Lunch costs $12".
 */
const HOURLY_PAY = [7, 100] as const;

/** No yearly pay is as small as that of a month ("2,350 EUR gross") or of an hour. */
function unnamedPeriod(
  { monthlyPay }: NumberWords,
  value: number,
  per: Period,
  { monthly, cues }: NumberRule,
  hasCurrency: boolean,
): Period {
  const isOfPay = per === 'year' && hasCurrency && cues !== undefined;
  if (isOfPay && value >= HOURLY_PAY[0] && value <= HOURLY_PAY[1]) return 'hour';
  const [least, most] = monthlyPay ?? monthly ?? [1, 0];
  return value >= least && value <= most ? 'month' : per;
}

function periodAfter(table: NumberWords, words: readonly Word[], at: number): PeriodAt | null {
  const sentence = words[at - 1]?.sentence;
  for (let step = at; step <= at + MAX_LEADS; step++) {
    const word = words[step];
    if (word === undefined || word.sentence !== sentence || word.gap.includes(';')) return null;
    const direct =
      named(table.periodAdjectives, words, step) ??
      named(table.periodEndings, words, step) ??
      (step > at || word.gap.includes('/') ? named(table.periods, words, step) : undefined);
    if (direct !== undefined) return direct;
    if (!table.periodLeads.has(word.form)) return null;
  }
  return null;
}

/** "Monatsgehalt: 2.800 €", "salaire mensuel de 2 000 €", "day rate £500", "Month: 300". */
function periodBefore(table: NumberWords, words: readonly Word[], first: number): Period | null {
  const { sentence, gap } = words[first]!;
  for (let at = first - 1; at >= 0 && at >= first - MAX_BEFORE; at--) {
    const word = words[at]!;
    if (word.sentence !== sentence || startsWithDigit(word.word)) return null;
    const adjective = named(table.periodAdjectives, words, at)?.period;
    if (adjective !== undefined) return adjective;
    if (isLabelMark(gap) && isLabelPeriod(word.form)) return table.periods.get(word.form) ?? null;
  }
  return null;
}

/** The period that one or two words at `at` name. */
function named(
  periods: ReadonlyMap<string, Period>,
  words: readonly Word[],
  at: number,
): PeriodAt | undefined {
  const { form } = words[at]!;
  const ofTwo = periods.get(`${form} ${words[at + 1]?.form}`);
  if (ofTwo !== undefined) return { period: ofTwo, last: at + 2 };
  const ofOne = periods.get(form);
  return ofOne === undefined ? undefined : { period: ofOne, last: at + 1 };
}
