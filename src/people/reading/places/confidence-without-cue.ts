/** How certain it is that a name without a cue is that of a place; 0: it is none. */

import type { TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { beginningWith } from '../phrases/beside-words.ts';
import { isFirstName } from '../words/word-forms.ts';
import { followsAgeOrGender, nearAgeOrGender } from './beside-people.ts';
import { closesClause, followsNoun, lacksCapitals, opensClause } from './name-context.ts';
import { FAMOUS_CITY, KNOWN_CITY, LARGE_CITY, METROPOLIS, type Name } from './place-tools.ts';

const LARGE_TOWN = 20_000;
const SMALL_TOWN = 5_000;
const LONG_TEXT = 400;
const WITH_REGION = 0.9;
/** A name that opens a clause counts among the first words of a text. */
const HEAD_WORDS = 60;
/**
 * The largest distance of a name that is a whole clause, but no sentence, from the text's beginning or end,
 * in words.
 */
const MAX_WORDS_BEFORE = 40;
const MAX_WORDS_AFTER = 4;

export function confidenceWithoutCue(document: TextDocument, name: Name): number {
  const { first, last, place, hasRegion: isInRegion, population, everyday, capital } = name;
  if (name.isCounty === true) return WITH_REGION;
  if (place === null) return 0;
  if (everyday && !isInRegion) return isListed(document, name) && population >= LARGE_CITY ? 0.75 : 0;
  if (!isInRegion && introduces.test(formsBefore(document, first, 2))) return 0;
  const byWords = byWordsBeside(document, name);
  if (byWords !== null) return byWords;
  if (isInRegion && (capital || population >= KNOWN_CITY || lacksCapitals(document))) return WITH_REGION;
  if (isSmall(document, name)) return 0;
  const { words } = document;
  if (isFirstName(words[first]!.word) && last - first === 1 && first === 0) return 0;
  if (followsAgeOrGender(document, first)) return 0.82;
  if (opensClause(words, first) && closesClause(words, last) && (words.length < LONG_TEXT || capital))
    return nearAgeOrGender(document, first) ? 0.8 : confidenceAlone(document, name);
  return inClause(document, name);
}

const introduces = /(?:^| )(?:im|i am|name is|names|called|named|hi|hey|hello)$/;

/** "Woman, 60, Bath" */
const isListed = (document: TextDocument, { first, last, capital }: Name) =>
  capital &&
  opensClause(document.words, first) &&
  closesClause(document.words, last) &&
  followsAgeOrGender(document, first);

/** By the words right after the name; null: they leave it open. */
function byWordsBeside(document: TextDocument, { first, last, capital, population }: Name): number | null {
  const trail = formsAfter(document, last, 2);
  const leastBased = lacksCapitals(document) ? LARGE_CITY : KNOWN_CITY;
  if (based.test(trail) && (capital || population >= leastBased))
    return /^(?:born|native)/.test(trail) ? 0.7 : 0.9;
  const { words } = document;
  const isTown = opensClause(words, first) && capital && population >= LARGE_TOWN;
  if (isTown && withinTown.test(trail) && !isFirstName(words[first]!.word)) return 0.65;
  // "Graz is where we live", "I call Leeds home"
  const isNamed =
    /^is (?:where|home|my)\b/.test(trail) ||
    (/^home\b/.test(trail) && /(?:^| )call$/.test(formsBefore(document, first, 2)));
  return isNamed && (capital || population >= KNOWN_CITY) ? 0.9 : null;
}

const based = beginningWith([
  '(based|born|native|area|local|resident|expat|boy|girl|gal|guy|girlie|dad|mum|mom|lad|lass|office|offices|hq|headquarters|store)',
  '(studio|warehouse|campus|clinic|plant|depot|branch|crew|team|site|salon|restaurant|shop|kitchen|bakery|hotel|factory|yard|garage|hub|lab|way|region|or [fully] (remote|hybrid))',
]);
/** "Freising near the station": the words that place a thing within a town. */
const withinTown = beginningWith([
  '(near|city|centre|center|downtown|old town|north|south|east|west|main station|central station|area|suburbs|outskirts|evenings|weekdays|weekends|only)',
]);

/** Whether the town has too few inhabitants for the form of its name. */
function isSmall(document: TextDocument, { first, last, capital, population }: Name): boolean {
  const { words, text } = document;
  const written = text.slice(words[first]!.start, words[last - 1]!.end);
  // "LA", "SF", but not the "Vue" of a list of tools.
  const isShort = written.length <= 3 && (written === written.toUpperCase() || !capital);
  const least = capital ? LARGE_TOWN : lacksCapitals(document) ? KNOWN_CITY : FAMOUS_CITY;
  if (population >= least || isShort) return false;
  // "Woman. 58. Byron Bay."
  const isAlone = opensClause(words, first) && closesClause(words, last);
  const isLongName = capital && isAlone && last - first > 1 && population >= SMALL_TOWN;
  return !(isLongName && nearAgeOrGender(document, first));
}

/** A name with other words in its clause. */
function inClause(document: TextDocument, { first, last, capital, population, everyday }: Name): number {
  const { words } = document;
  if (first >= HEAD_WORDS) return 0;
  const isNamed = capital ? population >= KNOWN_CITY : lacksCapitals(document) && population >= FAMOUS_CITY;
  if (opensClause(words, first)) return isNamed && !everyday ? 0.4 : 0;
  return capital && isNamed && closesClause(words, last) && followsNoun(words, first) ? 0.5 : 0;
}

/**
 * A clause that is only a name, with no age or gender nearby. Such a name needs a capital, a metropolis or a
 * sentence of its own.
 */
function confidenceAlone(document: TextDocument, { first, last, population, capital }: Name): number {
  const { words } = document;
  const isSentence = isOwnSentence(words, first, last);
  const isGiven = isFirstName(words[first]!.word);
  const opensSentence = words[first - 1]?.sentence !== words[first]!.sentence && population >= LARGE_CITY;
  if (opensSentence && capital && !isGiven) return 0.65;
  const isFar = first >= MAX_WORDS_BEFORE && !isSentence && words.length - last > MAX_WORDS_AFTER;
  if (isFar && !(capital && population >= METROPOLIS)) return 0;
  if (isGiven && population < METROPOLIS && isPerson(document, first, last, population)) return 0;
  return capital || population >= METROPOLIS || isSentence || lacksCapitals(document) ? 0.65 : 0;
}

/** Whether a first name is a person's; "Sydney" and "Paris" are rather the cities. */
function isPerson(
  { words, sentences }: TextDocument,
  first: number,
  last: number,
  population: number,
): boolean {
  // "Turnstay (Orlando)"
  const isBracketed = /\($/.test(words[first]!.gap) && /^\)/.test(words[last]?.gap ?? '');
  if (isBracketed) return false;
  // "… two owners. Preston. Trade sale": a name as the last sentence is a signature.
  const isSignature = words[first]!.sentence === sentences.length - 1;
  return !isOwnSentence(words, first, last) || isSignature || population < LARGE_CITY;
}

/** Whether the name is a whole sentence after others: "… 100k checks. helsinki". */
function isOwnSentence(words: TextDocument['words'], first: number, last: number): boolean {
  const { sentence } = words[first]!;
  return (
    words[first - 1] !== undefined &&
    words[first - 1]!.sentence !== sentence &&
    words[last]?.sentence !== sentence
  );
}
