/**
 * Preferred ages around the one own age of the text: "within five years of my own age", "give or take 4 years
 * from my age".
 */

import type { TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { numberAt } from '../numbers/read-number.ts';
import { beginningWith, endingWith } from '../phrases/beside-words.ts';
import { findAges } from './find-ages.ts';
import type { AgeRange, PreferredAge } from './readings.ts';

const MOST_APART = 20;
const MOST_WORDS_OF_GAP = 10;
const years = '(year[s]|yr[s])';
const ofYears = beginningWith([years]);
const olderOrYounger = beginningWith([`${years} (older|younger)`]);
/** "Five years more or less", "six years either way": after the number, where the sentence is about ages. */
const eitherWay = beginningWith([
  `${years} (either (way|side|direction)|in either direction|more or less|older or younger|younger or older)`,
  `${years} (up or down|plus or minus|give or take|[on] either side|one way or the other)`,
  `${years} [max|maximum] [age] (gap|difference)`,
]);
const limits =
  'of|bigger|larger|greater|wider|more|no more|up to|over|above|beyond|at most|max|maximum|not over|than|within|is|should|be|not';
const ofGap = endingWith([`(gap|difference) [${limits}] [${limits}] [${limits}] [${limits}]`]);
const aboutAges = /(?:^| )(?:age|ages|gap|older|younger|difference)(?: |$)/;
const apart = endingWith([
  'within [about|roughly|some]',
  '(give|plus) or (take|minus)',
  '(no more than|not more than|at most|up to|max|maximum|around)',
  '(older|younger) (or|and|but) [up to|at most|only|max]',
]);
const ofOwnAge = beginningWith([
  `${years} [either side|either way|older or younger|younger or older|up or down] [of|from|to|off|around] (my [own] age|my own|me|mine)`,
]);
const ageBefore = endingWith(['my [own] age [(give|plus) or (take|minus)]']);
const than = (word: string) => beginningWith([`${years} ${word} than (me|i am|myself)`]);
const thanWriter = { younger: than('younger'), older: than('older') } as const;
const alone = {
  younger: beginningWith([`${years} younger`]),
  older: beginningWith([`${years} older`]),
} as const;
const compared = beginningWith([`${years} (younger|older) than`]);

export function aroundOwnAgeAt(
  document: TextDocument,
  at: number,
  [low, high]: AgeRange,
): PreferredAge | null {
  const number = numberAt(document, at);
  if (number === null || !Number.isInteger(number.value) || number.value < 1 || number.value > MOST_APART)
    return null;
  const side = sideAt(document, at, formsAfter(document, number.last, 6));
  if (side === null) return null;
  const ages = new Set(findAges(document, [low, high]).map(({ value }) => value));
  const [own] = ages;
  if (typeof own !== 'number' || ages.size !== 1) return null;
  const gte = Math.max(low, own - number.value);
  const lte = Math.min(high, own + number.value);
  return {
    preference: {
      kind: 'range',
      ...(side === 'older' ? {} : { gte }),
      ...(side === 'younger' ? {} : { lte }),
    },
    last: number.last + 1,
  };
}

type Side = 'both' | 'younger' | 'older';

/** Where the ages lie; null: the number is not about the own age. */
function sideAt(document: TextDocument, at: number, trail: string): Side | null {
  const lead = formsBefore(document, at, MOST_WORDS_OF_GAP);
  const isWish = document.scopes[at] === 'wish';
  if (ofGap.test(lead) && ofYears.test(trail)) return 'both';
  if (eitherWay.test(trail) && (aboutAges.test(lead) || isWish)) return 'both';
  const isPlusMinus = /(?:\+\s?\/?\s?[-–]|±)\s*$/.test(document.words[at]!.gap);
  if (isPlusMinus) return ofYears.test(trail) ? 'both' : null;
  const isApart = apart.test(lead) || (isWish && olderOrYounger.test(trail));
  return isApart ? sideOfOwnAge(lead, trail, isWish) : null;
}

/** "years younger than me", "years of my age" */
function sideOfOwnAge(lead: string, trail: string, isWish: boolean): Side | null {
  if (ofOwnAge.test(trail) || ageBefore.test(lead)) return 'both';
  const isAlone = isWish && !compared.test(trail);
  for (const side of ['younger', 'older'] as const)
    if (thanWriter[side].test(trail) || (isAlone && alone[side].test(trail))) return side;
  return null;
}
