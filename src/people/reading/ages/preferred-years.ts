/** Preferred ages in years: "25-35", "over 30", "around 40", and ages that are refused: "nobody over 40". */

import type { Preference, TextDocument } from '../document.ts';
import { boundOf } from '../numbers/bound-of.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { rangeEnd } from '../numbers/range-end.ts';
import { numberAt } from '../numbers/read-number.ts';
import { type BesideWords, beginningWith, endingWith } from '../phrases/beside-words.ts';
import { ageWords } from './compile-ages.ts';
import type { AgeRange, PreferredAge } from './readings.ts';

interface Wanted {
  readonly ages: AgeRange;
  readonly tolerance: number;
  readonly isWish: boolean;
}

export function yearsAt(
  document: TextDocument,
  at: number,
  { ages: [low, high], tolerance, isWish }: Wanted,
): PreferredAge | null {
  const number = numberAt(document, at);
  const isAge = ({ value }: NumberAt) => Number.isInteger(value) && value >= low && value <= high;
  if (number === null || !isAge(number) || isNotAge(document, number)) return null;
  const afterUnit =
    number.last + (wordsOf(document).units.lengthIn(formsAfter(document, number.last, 3)) ?? 0);
  const end = rangeEnd(document, at, number.last) ?? rangeEnd(document, at, afterUnit);
  if (end !== null && isAge(end) && end.value >= number.value && !isNotAge(document, end))
    return { preference: { kind: 'range', gte: number.value, lte: end.value }, last: end.last };
  if (!isWish) return null;
  const bound = boundOf(document, at, number.last, afterUnit);
  const isOpposite = isRefused(document, at, number.last) || isExcluded(document, at);
  const preference = preferenceOf(number.value, isOpposite ? opposite(bound) : bound, tolerance);
  return preference === null ? null : { preference, last: number.last };
}

const none: BesideWords = beginningWith([]);

/** Units of ages and of other numbers; a language without words of ages has none. */
function wordsOf({ foreignLanguage }: TextDocument): {
  readonly units: BesideWords;
  readonly notAges: BesideWords;
} {
  return ageWords(foreignLanguage ?? 'en') ?? { units: none, notAges: none };
}

const ifYou = endingWith([
  'if (you|youre|ur|your|you are) [are] [over|under|above|below|younger than|older than]',
]);
const refuses = beginningWith(
  ['', '_', '_ _', '_ _ _', '_ _ _ _', '_ _ _ _ _'].flatMap((skipped) => [
    `${skipped} (we|i|it|this|id|ill) [probably|sadly|really] (wont|will not|wouldnt|dont|am not|are not|is not)`,
    `${skipped} (we|i|it|this|id|ill) [probably|sadly|really] (isnt|arent|pass)`,
    `${skipped} (dont|do not) (bother|message|write|contact|swipe|text)`,
    `${skipped} (swipe left|keep (scrolling|walking|swiping)|move on|no thanks|not (for me|interested|a match))`,
  ]),
);

/** Whether the sentence refuses the named ages: "If you're under 28 we won't click". */
function isRefused(document: TextDocument, first: number, last: number): boolean {
  return ifYou.test(formsBefore(document, first, 5)) && refuses.test(formsAfter(document, last, 7));
}

const people = 'men|women|guys|girls|ladies';
const others = `${people}|man|woman|lads|gentlemen|people|boys|males|females|blokes|fellas`;
const limit = 'over|under|above|below|past|beyond|older than|younger than';
/** Before an age that is refused: "nobody over" (thirty), "no one younger than 27 or older than" (35). */
const excluded = endingWith(
  [
    `(nobody|no one|noone|none|no (${others}))`,
    `(dont|do not|wont|not|never|cant) [...] (anyone|anybody|someone|somebody|${people})`,
  ].map((who) => `${who} [who|that] [is|are|s|aged] (${limit}) [_ [year|years] (or|and|nor) (${limit})]`),
);
const MOST_WORDS_EXCLUDED = 10;

const isExcluded = (document: TextDocument, first: number) =>
  excluded.test(formsBefore(document, first, MOST_WORDS_EXCLUDED).replace(/whos/g, 'who is'));

function opposite(bound: ReturnType<typeof boundOf>): ReturnType<typeof boundOf> {
  if (bound === 'under') return 'atLeast';
  return bound === 'over' ? 'atMost' : bound;
}

function preferenceOf(
  value: number,
  bound: ReturnType<typeof boundOf>,
  tolerance: number,
): Preference | null {
  switch (bound) {
    case 'atLeast':
    case 'over':
      return { kind: 'range', gte: value };
    case 'atMost':
    case 'under':
      return { kind: 'range', lte: value };
    case 'around':
      return { kind: 'range', gte: value - tolerance, lte: value + tolerance };
    case 'exact':
      return null;
    default:
      return bound satisfies never;
  }
}

function isNotAge(document: TextDocument, { first, last }: NumberAt): boolean {
  if (/^[$€£¥₹]$/.test(document.words[first - 1]?.word ?? '')) return true;
  if (/^[%$€£¥₹]$/.test(document.words[last]?.word ?? '')) return true;
  return (
    formsBefore(document, first, 1) === 'within' ||
    wordsOf(document).notAges.test(formsAfter(document, last, 2))
  );
}
