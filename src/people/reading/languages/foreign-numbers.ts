/**
 * Numbers and periods as other languages write them: "1 200", "3,50", "treinta y cinco", "brutto im Monat".
 */
import { startsWithDigit } from '../letters.ts';
import type { NumberAt } from '../number-at.ts';
import type { Word } from '../read-text.ts';
import type { Period } from '../units.ts';
import type { Spelling } from './spelling.ts';

/** Groups of three digits that are joined at most. */
const MAX_GROUPS = 3;

/**
 * The number whose first word is in digits, with groups after spaces or apostrophes, and decimals after a
 * comma.
 */
export function joinedDigits(words: readonly Word[], at: number, value: number): NumberAt {
  let last = at + 1;
  let joined = value;
  if (/^[1-9]\d{0,2}$/.test(words[at]!.word)) {
    while (last - at <= MAX_GROUPS && isGroup(words, last)) {
      joined = joined * 1000 + Number(words[last]!.word);
      last++;
    }
  }
  const cents = words[last];
  if (cents !== undefined && cents.gap === ',' && /^\d{1,2}$/.test(cents.word) && Number.isInteger(joined)) {
    joined += Number(cents.word) / 10 ** cents.word.length;
    last++;
  }
  return { value: joined, first: at, last, digits: true };
}

function isGroup(words: readonly Word[], at: number): boolean {
  const word = words[at];
  return word !== undefined && /^\d{3}$/.test(word.word) && /^[ \u00a0\u202f'’]$/.test(word.gap);
}

const isAdjacent = (word: Word | undefined) => word !== undefined && /^(?:\s|-|‑)$/.test(word.gap);

/**
 * A number in words: tens with ones ("treinta y cinco", "trente-cinq"), "soixante-quinze",
 * "quatre-vingt-deux".
 */
export function numberInWords(
  { numbers, numberJoints }: Spelling,
  words: readonly Word[],
  at: number,
): NumberAt | null {
  const value = numbers.get(words[at]!.form);
  if (value === undefined) return null;
  const done = (sum: number, last: number): NumberAt => ({ value: sum, first: at, last, digits: false });
  let [sum, last] = [value, at + 1];
  if (value === 4 && isAdjacent(words[last]) && /^vingts?$/.test(words[last]!.form))
    [sum, last] = [80, at + 2];
  else if (value < 20 || value % 10 !== 0) return done(value, last);
  const joint = words[last];
  const from = isAdjacent(joint) && numberJoints.has(joint!.form) ? last + 1 : last;
  const unit = isAdjacent(words[from]) ? numbers.get(words[from]!.form) : undefined;
  const most = sum === 60 || sum === 80 ? 19 : 9;
  if (unit === undefined || unit > most) {
    // "trente et un", "treinta y uno"
    return from > last && /^(?:un|une|uno|una|um|uma)$/.test(words[from]?.form ?? '')
      ? done(sum + 1, from + 1)
      : done(sum, last);
  }
  return done(sum + unit, from + 1);
}

/** Words between an amount and its period at most: "brutto im", "euros de". */
const MAX_LEADS = 3;

/** The period after an amount: "brutto im Monat", "/mois", "mensuales". */
export function periodAfterAmount(
  { periodLeads, periods, periodAdjectives }: Spelling,
  words: readonly Word[],
  at: number,
): { readonly period: Period; readonly last: number } | null {
  const sentence = words[at - 1]?.sentence;
  for (let step = 0; step <= MAX_LEADS; step++) {
    const word = words[at + step];
    if (word === undefined || word.sentence !== sentence || /[;()]/.test(word.gap)) return null;
    const adjective = Object.hasOwn(periodAdjectives, word.form) ? periodAdjectives[word.form] : undefined;
    if (adjective !== undefined) return { period: adjective, last: at + step + 1 };
    const named = Object.hasOwn(periods, word.form) ? periods[word.form] : undefined;
    if (named !== undefined && (step > 0 || word.gap.includes('/')))
      return { period: named, last: at + step + 1 };
    if (!periodLeads.has(word.form)) return null;
  }
  return null;
}

/** The period before an amount: "Monatsgehalt: 2.800 €", "salaire mensuel de 2 000 €". */
export function periodBeforeAmount(
  { periodAdjectives }: Spelling,
  words: readonly Word[],
  first: number,
): Period | null {
  for (let at = first - 1; at >= 0 && at >= first - 5; at--) {
    const { form, sentence, word } = words[at]!;
    if (sentence !== words[first]!.sentence || startsWithDigit(word)) return null;
    if (Object.hasOwn(periodAdjectives, form)) return periodAdjectives[form]!;
  }
  return null;
}

/** Pay that is read as pay for a month where the text names no period; any other amount is for a year. */
const MONTHLY: readonly [number, number] = [700, 9999];

export function periodByAmount(value: number): Period {
  return value >= MONTHLY[0] && value <= MONTHLY[1] ? 'month' : 'year';
}
