/**
 * Marks the clause of a wished-for age as a wish where no word says so. A person's own age is never a range,
 * so that "a girl, 27-35" and "men 35 to 45" are about the counterpart. The wish begins at the noun that the
 * ages belong to.
 */

import { boundOf } from '../../numbers/bound-of.ts';
import { formsAfter } from '../../numbers/forms-beside.ts';
import { rangeEnd } from '../../numbers/range-end.ts';
import { numberAt } from '../../numbers/read-number.ts';
import { beginningWith } from '../../phrases/beside-words.ts';
import type { ReadText } from '../../words/read-text.ts';

const nouns = new Set(
  'woman women lady ladies girl girls gal gals female females man men guy guys dude dudes gentleman gentlemen gent gents lad lads lass lasses fella fellas bloke blokes chap chaps boy boys groom bride male males someone somebody anyone person people partner husband wife sister sisters brother brothers companion date shed hed theyd youd you she he her him him they folks widow widower sheila human humans nobody none'.split(
    ' ',
  ),
);
/** Words between the noun and the ages, at most. */
const MAX_BEFORE = 10;
const MAX_BEFORE_BOUND = 6;
const LEAST = 18;
const MOST = 99;
const notAges = beginningWith([
  '(km|kms|kilomet*|mi|mile|miles|minute|minutes|min|mins|hour|hours|hr|hrs|day|days|week|weeks|month|months|cm|kg|lb|lbs|pounds|stone)',
  '(feet|ft|inch*|k|percent|kids|children|cats|dogs|date|dates|times|euro|euros|dollars|usd|eur|people|h|pm|am|degrees|books|countries|students|guests|hens)',
  'year[s] (of|in|exp*|together|ago|apart)',
]);

export function markWishedAges(read: ReadText, scopes: string[]): void {
  const hasAge = read.words.some((_, at) => scopes[at] !== 'quoted' && isOwnAge(read, at));
  for (let at = 0; at < read.words.length; at++) {
    const ages = scopes[at] === 'quoted' ? null : agesAt(read, at);
    const first = ages === null ? null : wishBegin(read, at, ages.isRange, hasAge);
    if (ages === null || first === null) continue;
    scopes.fill('wish', first, ages.last);
    at = ages.last - 1;
  }
}

/** A range of ages from the word on, or an age with a bound, and the first word after it. */
function agesAt(read: ReadText, at: number): Readonly<{ isRange: boolean; last: number }> | null {
  const number = numberAt(read, at);
  if (number === null || !isAge(number.value)) return null;
  const end = rangeEnd(read, at, number.last) ?? joinedBy(read, at, number.last);
  const isRange = end !== null && isAge(end.value) && end.value > number.value;
  const last = isRange ? end.last : number.last;
  const [before, after] = [read.words[at - 1]?.word ?? '', read.words[last]?.word ?? ''];
  if (/^[$€£¥₹%]$/.test(before) || /^[%$€£]$/.test(after)) return null;
  if (notAges.test(formsAfter(read, last, 2))) return null;
  return isRange || boundOf(read, at, number.last) !== 'exact' ? { isRange, last } : null;
}

/** The first word of the wish: the noun that the ages belong to, or a bound alone; null: no wish. */
function wishBegin(read: ReadText, at: number, isRange: boolean, hasAge: boolean): number | null {
  const noun = nounBefore(read, at, isRange ? MAX_BEFORE : MAX_BEFORE_BOUND);
  return noun ?? (isRange || (hasAge && isBoundAlone(read, at)) ? at : null);
}

/** A number that may be the person's age, since no unit and no bound is beside it. */
function isOwnAge(read: ReadText, at: number): boolean {
  const number = numberAt(read, at);
  if (number === null || !isAge(number.value) || notAges.test(formsAfter(read, number.last, 2))) return false;
  return rangeEnd(read, at, number.last) === null && boundOf(read, at, number.last) === 'exact';
}

/**
 * Whether the clause says nothing but a bound: "Not younger than 38", "45 max please". The own age stands
 * elsewhere.
 */
function isBoundAlone({ words }: ReadText, number: number): boolean {
  const { clause } = words[number]!;
  let at = number;
  while (words[at - 1]?.clause === clause) at--;
  for (; words[at]?.clause === clause && !(at > number && giveReason.test(words[at]!.form)); at++)
    if (at !== number && !ofBounds.has(words[at]!.form) && !/^\d/.test(words[at]!.word)) return false;
  return true;
}

/** "Not over 85 because I have buried enough" */
const giveReason = /^(?:because|since|as|so|if|cause|unless)$/;

const ofBounds = new Set(
  'twenty thirty forty fifty sixty seventy eighty one two three four five six seven eight nine please pls only ideally preferably preferred not no nobody none must be age aged ages at least most up upward upwards onward onwards to over under above below older younger than or and but from max maximum min minimum plus year years yr yrs old yo tops fine ok okay welcome s'.split(
    ' ',
  ),
);

const isAge = (value: number) => Number.isInteger(value) && value >= LEAST && value <= MOST;

/** "27 & 34", "27 and 34", "from 38 up to 50", "30to36". */
function joinedBy(read: ReadText, first: number, at: number) {
  const word = read.words[at];
  if (word === undefined || word.sentence !== read.words[first]!.sentence) return null;
  if (/^\s*&\s*$/.test(word.gap)) return numberAt(read, at);
  const skipped = /^(?:and|up|or)$/.test(word.form) ? (read.words[at + 1]?.form === 'to' ? 2 : 1) : 0;
  return skipped === 0 ? null : numberAt(read, at + skipped);
}

/** "he/him", "she/her": the profile's own pronouns. */
function isPronounPair({ words }: ReadText, at: number): boolean {
  return /^(?:him|her)$/.test(words[at]!.form) && words[at]!.gap === '/';
}

/** From the article on: "a nice lady". */
function withArticle(read: ReadText, noun: number): number {
  const { clause } = read.words[noun]!;
  for (let at = noun - 1; at >= Math.max(0, noun - 3) && read.words[at]!.clause === clause; at--)
    if (/^(?:a|an|the|some|any)$/.test(read.words[at]!.form)) return at;
  return noun;
}

function nounBefore(read: ReadText, at: number, most: number): number | null {
  const { sentence } = read.words[at]!;
  for (let before = at - 1; before >= Math.max(0, at - most); before--) {
    const word = read.words[before]!;
    // Another age before is the person's own, and a bar separates parts.
    if (word.sentence !== sentence || /^\d/.test(word.word)) return null;
    if (before < at - 1 && isPronounPair(read, before)) return null;
    if (nouns.has(word.form) || (before === at - 1 && /^[mfw]$/.test(word.word)))
      return withArticle(read, before);
    if (/[|;]/.test(word.gap)) return null;
  }
  return null;
}
