/**
 * Finds a person's own age in the words around a number, an ordinal or a year. The first sign of the language
 * that fits is taken (`ages` of its words), or a birthday. Confidence:
 *
 *   .97  "29 years old", "29 yo", "29-year-old", "age: 29", "aged 29"
 *   .95  "29F", "f/29", "man, 61", "I'm 29", "turned 29", "my 29th birthday", "turning thirty" (29)
 *   .85  "born in 1991" (one too many before the birthday, which the text does not state)
 *   .8   a number that is a whole clause: "Jess, 30, London", "ok so. 30. male." (.75 in words)
 *
 * "in my mid thirties", "30ish", "over 30" and "almost 30" give nothing.
 */
import { type FoundValue, isReadable, type TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { numberAt } from '../numbers/read-number.ts';
import { type AgeWords, ageWords, type CompiledSign } from './compile-ages.ts';
import { conditions, genderBeside, standsAlone } from './conditions.ts';
import type { AgeReading } from './readings.ts';
import { birthdayAt, birthYearAt, centuryAt, roundAt } from './stated-otherwise.ts';

const MOST_BEFORE = 6;
const MOST_AFTER = 8;

export function findAges(document: TextDocument, [low, high]: readonly [number, number]): FoundValue[] {
  const words = ageWords(document.foreignLanguage ?? 'en');
  if (words === null) return [];
  const found: FoundValue[] = [];
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, 'self')) continue;
    const reading = readingAt(document, at, words);
    if (reading !== null && reading.value >= low && reading.value <= high)
      found.push({ ...reading, origin: 'rules' });
    // The later words of a number in words are none of their own.
    if (document.foreignLanguage !== undefined) at = Math.max(at, (numberAt(document, at)?.last ?? 0) - 1);
  }
  return found;
}

function readingAt(document: TextDocument, at: number, words: AgeWords): AgeReading | null {
  const byYear = birthYearAt(document, at, words);
  if (byYear !== null || document.foreignLanguage !== undefined)
    return byYear ?? statedAt(document, at, words);
  return (
    birthdayAt(document, at) ??
    centuryAt(document, at) ??
    roundAt(document, at) ??
    statedAt(document, at, words)
  );
}

function statedAt(document: TextDocument, at: number, words: AgeWords): AgeReading | null {
  const number = numberAt(document, at);
  if (number === null || !Number.isInteger(number.value) || !standsAlone(document, number)) return null;
  const beside = {
    before: formsBefore(document, at, MOST_BEFORE),
    after: formsAfter(document, number.last, MOST_AFTER),
  };
  const sign = words.signs.find((sign) => fits(document, number, sign, beside, words));
  if (sign === undefined || sign.confidence === 0) return null;
  return {
    value: number.value - sign.less,
    first: number.first,
    last: lastOf(document, number, sign, beside.after, words),
    confidence: sign.confidence,
  };
}

interface Beside {
  readonly before: string;
  readonly after: string;
}

function fits(
  document: TextDocument,
  number: NumberAt,
  { before, notBefore, after, where }: CompiledSign,
  beside: Beside,
  words: AgeWords,
): boolean {
  if (before !== null && !before.test(beside.before)) return false;
  if (notBefore?.test(beside.before) === true) return false;
  const length = after === null ? 0 : after.lengthIn(beside.after);
  if (length === null) return false;
  return where.every((name) => conditions[name]({ document, number, words, after: beside.after, length }));
}

/** The first word after the number and its unit, or its gender. */
function lastOf(
  document: TextDocument,
  number: NumberAt,
  { after, takes_unit: takesUnit, unit_words: unitWords, where }: CompiledSign,
  trail: string,
  words: AgeWords,
): number {
  if (unitWords !== undefined) return number.last + unitWords;
  if (takesUnit) return number.last + (after?.lengthIn(trail) ?? 0);
  if (!where.includes('beside_gender')) return number.last;
  return Math.max(number.last, (genderBeside(document, number, words) ?? 0) + 1);
}
