/** The longest name that starts at a word and is that of a place: "St. Johns", "Austin, TX", "Lyon, France". */
import type { Place } from '../../../domains/place.ts';
import { countyNamed, isRegionName, nameOfRegion, regionsNamed } from '../../places/regions.ts';
import type { TextDocument } from '../document.ts';
import { countryOfCurrency } from '../money/country-of-currency.ts';
import { startsWithLetter } from '../words/letters.ts';
import type { PlaceCue } from './compile-place-cues.ts';
import { lacksCapitals } from './name-context.ts';
import type { Candidate, PlaceTools } from './place-tools.ts';

const MAX_NAME_WORDS = 5;
/** How many times larger a town of the same name abroad may be. */
const MAX_TIMES_LARGER = 20;
/** Dollars are also used abroad. */
const MAX_TIMES_LARGER_OF_DOLLARS = 4;
const MAX_FIRST_WORD = 40;
const MAX_NAME = 80;
const MAX_REGION_WORDS = 3;
const strongCues: ReadonlySet<PlaceCue | undefined> = new Set(['home', 'in', 'work', 'from'] as const);

export function candidateAt(
  document: TextDocument,
  at: number,
  cue: PlaceCue | undefined,
  tools: PlaceTools,
): Candidate | null {
  const first = document.words[at]!;
  if (!startsWithLetter(first.word) || first.word.length > MAX_FIRST_WORD) return null;
  const county = countyAt(document, at);
  if (county !== null) return county;
  if (document.foreignLanguage === undefined && !mayBeginName(document, first, tools)) return null;
  for (let length = MAX_NAME_WORDS; length >= 1; length--) {
    const found = isNameOf(document, at, length) ? candidateOf(document, at, length, cue, tools) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Up to three words, the kind of county, and a state of up to two words: "Santa Clara County, California". */
const COUNTY_WORDS = [6, 5, 4, 3] as const;

function countyAt(document: TextDocument, at: number): Candidate | null {
  const { words, text } = document;
  const isCounty = words.slice(at + 1, at + 4).some(({ form }) => form === 'county' || form === 'parish');
  if (!isCounty || !words[at]!.capital) return null;
  for (const length of COUNTY_WORDS) {
    const end = words[at + length - 1];
    const name =
      end?.sentence === words[at]!.sentence ? countyNamed(text.slice(words[at]!.start, end.end)) : null;
    if (name !== null)
      return { place: null, name, first: at, last: at + length, hasRegion: true, isCounty: true };
  }
  return null;
}

function isNameOf(document: TextDocument, at: number, length: number): boolean {
  const [first, end] = [document.words[at]!, document.words[at + length - 1]];
  if (end === undefined || end.sentence !== first.sentence) return false;
  if (!isContiguousName(document, at, at + length)) return false;
  // "A base of £40k" is not in Of.
  if (/^[$€£¥₹₪₦₩#%]/.test(end.word) || end.end - first.start > MAX_NAME) return false;
  return !isFunctionWord(end.form) || isStateCode(document, end);
}

function candidateOf(
  document: TextDocument,
  at: number,
  length: number,
  cue: PlaceCue | undefined,
  tools: PlaceTools,
): Candidate | null {
  const { words, text } = document;
  const last = at + length;
  const [first, end] = [words[at]!, words[last - 1]!];
  const name = text.slice(first.start, end.end);
  // "Cambridge MA" too is written with its state.
  const written = length === 1 ? name : name.replace(/\s+/g, ' ').replace(/(?<=\p{L}) (?=[A-Z]{2}$)/u, ', ');
  const place = tools.resolvePlace(written, document.foreignLanguage);
  if (place !== null) {
    const isInRegion = hasRegion(document, at, last);
    const meant = isInRegion ? place : ofCountry(document, place, name, tools);
    return { place: meant, name, first: at, last, hasRegion: isInRegion };
  }
  if (length > MAX_REGION_WORDS || !strongCues.has(cue)) return null;
  const isAlone = isRegionName(name) && end.clause === first.clause;
  const region = isAlone ? (nameOfRegion(name) ?? name) : name.includes(',') ? nameOfRegion(name) : null;
  return region === null ? null : { place: null, name: region, first: at, last, hasRegion: true };
}

/**
 * The end of a word that is also a word of its own in the folded name of a place: "St. Johns", but not "D.C".
 */
const endOfWord = /^(?:$|[\s,()/;:!?-]|\.(?:\s|$))/;

/** A cheap test that most words fail. */
function mayBeginName(
  { text }: TextDocument,
  { word, start, end }: TextDocument['words'][number],
  { mayBeginPlace }: PlaceTools,
): boolean {
  const isPlain = word.length === end - start && /^[a-z]+$/.test(word);
  if (mayBeginPlace === undefined || !isPlain || !endOfWord.test(text.slice(end, end + 2))) return true;
  return mayBeginPlace(word);
}

/** The place of the name in the country whose currency the text uses, unless it is far smaller. */
function ofCountry(document: TextDocument, place: Place, name: string, tools: PlaceTools): Place {
  const country = document.foreignLanguage === undefined ? countryOfCurrency(document) : null;
  if (country === null || place.name.endsWith(country) || tools.populationOf === undefined) return place;
  const there = tools.resolvePlace(`${name.replace(/\s+/g, ' ')}, ${country}`);
  if (there === null || !there.name.endsWith(country)) return place;
  const times = country === 'United States' ? MAX_TIMES_LARGER_OF_DOLLARS : MAX_TIMES_LARGER;
  return tools.populationOf(there) * times >= tools.populationOf(place) ? there : place;
}

/** Two capitals after a comma, or after a name that is not in capitals: "Portland, OR", "Cambridge MA". */
function isStateCode({ text }: TextDocument, { gap, start, end }: TextDocument['words'][number]): boolean {
  const follows = /,\s*$/.test(gap) || (gap === ' ' && /\p{Ll}/u.test(text[start - 2] ?? ''));
  return follows && /^[A-Z]{2}$/.test(text.slice(start, end));
}

/** Whether words [first, last) are adjacent, but for a comma or bracket before a country or state. */
function isContiguousName({ words }: TextDocument, first: number, last: number): boolean {
  let commas = 0;
  for (let at = first + 1; at < last; at++) {
    const { gap } = words[at]!;
    if (gap === ' ' && commas === 0) continue;
    if (/^\s*,\s*$/.test(gap) || /^\s*\($/.test(gap)) commas++;
    else if (!/^(?:\s|[-‑'’.]|\.\s)$/.test(gap)) return false;
    if (commas > 0 && /^,|^\s*,/.test(gap) && !isRegionFrom(words, at, last)) return false;
  }
  return commas <= 2;
}

/** Whether the words after a comma start with a country or state. */
function isRegionFrom(words: TextDocument['words'], from: number, last: number): boolean {
  for (let end = last; end > from; end--) {
    const name = words
      .slice(from, end)
      .map(({ word }) => word)
      .join(' ');
    if (regionsNamed(name).length === 0) continue;
    // "Paris, in" is not Paris, Indiana: a code that is also a word must be in capitals.
    return name.length > 2 || !isFunctionWord(name) || words[from]!.capital;
  }
  return false;
}

function hasRegion(document: TextDocument, first: number, last: number): boolean {
  const { words } = document;
  for (let from = first + 1; from < last; from++) {
    const name = words
      .slice(from, last)
      .map(({ word }) => word)
      .join(' ');
    if (
      regionsNamed(name).length > 0 &&
      (words[from]!.gap.includes(',') ||
        name.length > 2 ||
        words[from]!.capital ||
        (!isFunctionWord(name) && lacksCapitals(document)))
    )
      return true;
  }
  return false;
}

const functionWords = new Set(
  'in i a an and or of the to for is it as at be by on my me so no he we us am do if up hi ok ma pa oh la de id al co'.split(
    ' ',
  ),
);
const isFunctionWord = (form: string) => functionWords.has(form) && form !== 'la';
