/**
 * Finds a person's own age in a text of another language. It is a number with the word for years ("34 Jahre",
 * "34 ans"), after "I am" ("ich bin 34", "tengo 34"), beside a gender ("w, 34"), or alone in a clause ("Jana,
 * 34, Köln"). It may also follow from a year of birth.
 */
import type { FoundValue, TextDocument } from '../document.ts';
import { isReadable } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { rangeEnd } from '../numbers/range-end.ts';
import { numberAt } from '../numbers/read-number.ts';
import type { AgeWords } from './spelling.ts';

/** A clause that is only a number counts among the first words of a text. */
const HEAD_WORDS = 30;

export function findForeignAges(
  document: TextDocument,
  words: AgeWords,
  [low, high]: readonly [number, number],
): FoundValue[] {
  const found: FoundValue[] = [];
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, 'self')) continue;
    const number = numberAt(document, at);
    if (number === null || !Number.isInteger(number.value)) continue;
    const reading = birthYear(document, number, words) ?? stated(document, number, words);
    at = Math.max(at, number.last - 1);
    if (reading === null || reading.value < low || reading.value > high) continue;
    found.push({ ...reading, first: number.first, origin: 'rules' });
  }
  return found;
}

interface Reading {
  readonly value: number;
  readonly last: number;
  readonly confidence: number;
}

function birthYear(
  document: TextDocument,
  { value, first, last }: NumberAt,
  { born }: AgeWords,
): Reading | null {
  if (value < 1920 || value > 2019 || !born.test(formsBefore(document, first, 4))) return null;
  return { value: new Date(document.nowMs).getUTCFullYear() - value, last, confidence: 0.85 };
}

function stated(document: TextDocument, number: NumberAt, words: AgeWords): Reading | null {
  const { value, first, last } = number;
  if (rangeEnd(document, first, last) !== null || /[-–+€$£]$/.test(document.words[first]!.gap)) return null;
  if (/^\s*[-–]\s*$/.test(document.words[first]!.gap) && /^\d/.test(document.words[first - 1]?.word ?? ''))
    return null;
  const lead = formsBefore(document, first, 3);
  const next = formsAfter(document, last, 5);
  const isIntroduced = words.before.test(lead);
  // "Homme de 45 ans"
  const isOfPerson = words.genders.test(/(\S+) (?:de|di|d|von)$/.exec(lead)?.[1] ?? '');
  if (!isIntroduced && !isOfPerson && words.notBefore.test(lead)) return null;
  const [unit = ''] = next.split(' ');
  if (words.units.test(unit)) {
    const after = next.slice(unit.length + 1);
    return words.notAfter.test(after) ? null : { value, last: last + 1, confidence: 0.95 };
  }
  if (words.otherUnits.test(next)) return null;
  if (isIntroduced) return { value, last, confidence: 0.93 };
  if (isOfPerson && endsClause(document, last)) return { value, last, confidence: 0.9 };
  return besideGender(document, number, words) ?? aloneInClause(document, number);
}

function endsClause({ words }: TextDocument, last: number): boolean {
  return words[last]?.clause !== words[last - 1]!.clause;
}

/** "w, 34", "34 m", "Mann (45)". */
function besideGender(
  document: TextDocument,
  { value, first, last, digits }: NumberAt,
  { genders }: AgeWords,
) {
  const [before, after] = [document.words[first - 1], document.words[last]];
  const touches = (gap: string | undefined) => gap !== undefined && /^[\s,/|(:.-]{0,3}$/.test(gap);
  const isBeside =
    (before !== undefined && genders.test(before.form) && touches(document.words[first]!.gap)) ||
    (after !== undefined && genders.test(after.form) && touches(after.gap));
  return digits && isBeside ? { value, last, confidence: 0.93 } : null;
}

function aloneInClause({ words }: TextDocument, { value, first, last, digits }: NumberAt): Reading | null {
  const { clause } = words[first]!;
  const isAlone = words[first - 1]?.clause !== clause && words[last]?.clause !== clause;
  return digits && isAlone && first > 0 && first < HEAD_WORDS ? { value, last, confidence: 0.8 } : null;
}
