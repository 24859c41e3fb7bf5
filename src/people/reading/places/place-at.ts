/** The place that is named from a word on, and how certain it is. */
import type { PlaceRule } from '../../../domains/extraction-rules.ts';
import { sharedWords } from '../../../domains/shared-words.ts';
import { isRegionName, regionsNamed } from '../../places/regions.ts';
import type { FoundValue, TextDocument } from '../document.ts';
import { isEnglishWord } from '../words/word-forms.ts';
import { followsAgeOrGender } from './beside-people.ts';
import type { PlaceCue } from './compile-place-cues.ts';
import { confidenceOf } from './confidence.ts';
import { candidateAt } from './name-candidates.ts';
import { afterPrice } from './name-context.ts';
import { type Candidate, KNOWN_CITY, type PlaceTools, populationOf } from './place-tools.ts';

/** The confidence of "a Lyon startup". */
const ATTRIBUTE = 0.8;
const REGION_CONFIDENCE = 0.8;
const MAX_REGION_WORDS = 3;

interface Search {
  readonly cue: PlaceCue | undefined;
  /** Words before which a city may describe a noun. */
  readonly followed: ReadonlySet<number>;
  readonly tools: PlaceTools;
  readonly rule: PlaceRule;
}

export function placeAt(document: TextDocument, at: number, search: Search): FoundValue | null {
  const { cue, tools, rule } = search;
  if (cue === 'not' || (cue === undefined && !mayLackCue(document, at))) return null;
  const wantsCountry = rule.as === 'country';
  const region = cue === undefined && wantsCountry ? regionAlone(document, at) : null;
  if (region !== null) return region;
  const candidate = candidateAt(document, at, cue, tools);
  const confidence = candidate === null ? 0 : certaintyOf(document, candidate, search);
  if (candidate === null || confidence === 0) return null;
  const value = wantsCountry ? countryOf(candidate, search) : (candidate.place?.name ?? candidate.name);
  if (value === undefined) return null;
  return { value, first: candidate.first, last: candidate.last, confidence, origin: 'rules' };
}

function certaintyOf(document: TextDocument, candidate: Candidate, { cue, followed, tools }: Search): number {
  const isDescribing =
    cue === undefined && isFollowed(candidate.last, followed) && isAttribute(document, candidate, tools);
  return Math.max(confidenceOf(document, candidate, cue, tools), isDescribing ? ATTRIBUTE : 0);
}

/** undefined: not known, or the name may as well be a brand's or a person's ("Guitar amp, Marshall, black"). */
function countryOf(candidate: Candidate, { cue, tools }: Search): string | undefined {
  const { place, name, hasRegion: isInRegion } = candidate;
  const isDoubtful = cue === undefined && !isInRegion && place !== null;
  if (isDoubtful && populationOf(candidate, tools) < KNOWN_CITY) return undefined;
  // A code of two letters is also a small town: Au.
  return name.length <= 2
    ? undefined
    : (place?.country?.toLowerCase() ?? countryOfRegion(name.slice(name.lastIndexOf(',') + 1).trim()));
}

/** A region that is a whole sentence: "Up to $250. Ohio." */
function regionAlone({ text, words, sentences }: TextDocument, at: number): FoundValue | null {
  const word = words[at]!;
  const { first, last } = sentences[word.sentence]!;
  if (first !== at || last - first > MAX_REGION_WORDS || !word.capital) return null;
  const name = text.slice(word.start, words[last - 1]!.end);
  const value = isRegionName(name) ? countryOfRegion(name) : undefined;
  if (value === undefined) return null;
  return { value, first, last, confidence: REGION_CONFIDENCE, origin: 'rules' };
}

/** The country of a region's name; undefined where several countries have one. */
function countryOfRegion(name: string): string | undefined {
  const countries = new Set(regionsNamed(name.toLowerCase()).map(({ country }) => country));
  return countries.size === 1 ? [...countries][0]!.toLowerCase() : undefined;
}

/** Words between a city and the noun that it describes: "the Hamburg shipping group". */
const MAX_WORDS_BETWEEN = 2;

function isFollowed(last: number, followed: ReadonlySet<number>): boolean {
  for (let at = last; at <= last + MAX_WORDS_BETWEEN; at++) if (followed.has(at)) return true;
  return false;
}

/** Whether a known city opens a clause or follows an article: "the Hamburg shipping group". */
function isAttribute({ words }: TextDocument, candidate: Candidate, tools: PlaceTools): boolean {
  const { first, last } = candidate;
  const [word, before] = [words[first]!, words[first - 1]];
  const isLed =
    before === undefined ||
    before.clause !== word.clause ||
    /^(?:a|an|the|our|my|this|another)$/.test(before.form);
  const isWord =
    last - first === 1 && (isEnglishWord(word.word) || sharedWords('en').not_places.has(word.form));
  return isLed && word.capital && !isWord && populationOf(candidate, tools) >= KNOWN_CITY;
}

/** Whether a name without a cue may start here: at a capital, in a new clause, or after age or gender. */
function mayLackCue(document: TextDocument, at: number): boolean {
  const word = document.words[at]!;
  const before = document.words[at - 1];
  if (word.capital || before?.clause !== word.clause || afterPrice.has(before.form)) return true;
  return followsAgeOrGender(document, at);
}
