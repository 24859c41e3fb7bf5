/** How certain it is that a name after a cue is that of a place; 0: it is none. */
import { sharedWords } from '../../../domains/shared-words.ts';
import type { TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { beginningWith } from '../phrases/beside-words.ts';
import { isEnglishWord } from '../words/word-forms.ts';
import { cueConfidence, type PlaceCue } from './compile-place-cues.ts';
import { confidenceWithoutCue } from './confidence-without-cue.ts';
import { isAllCapitals, lacksCapitals } from './name-context.ts';
import {
  type Candidate,
  FAMOUS_CITY,
  KNOWN_CITY,
  LARGE_CITY,
  type Name,
  type PlaceTools,
  populationOf,
} from './place-tools.ts';

export function confidenceOf(
  document: TextDocument,
  candidate: Candidate,
  cue: PlaceCue | undefined,
  tools: PlaceTools,
): number {
  const name = nameOf(document, candidate, tools);
  if (isAfterPostcode(document, name, tools)) return AT_POSTCODE;
  if (isNoPlace(document, name, cue)) return 0;
  if (cue === undefined) return confidenceWithoutCue(document, name);
  if (isSomethingElse(document, name, cue)) return 0;
  return name.place === null ? ofRegion(document, name, cue) : ofPlace(name, cue);
}

const AT_POSTCODE = 0.93;

/** "14482 Potsdam": the town has this postcode. */
function isAfterPostcode({ words }: TextDocument, { first, place }: Name, tools: PlaceTools): boolean {
  const code = words[first - 1]?.word;
  if (place === null || code === undefined || words[first]!.gap !== ' ' || !/^\d{4,6}$/.test(code))
    return false;
  return tools.resolveGiven?.(`${code} ${place.name}`)?.key.startsWith('postcode:') === true;
}

function nameOf(document: TextDocument, candidate: Candidate, tools: PlaceTools): Name {
  const { first, last } = candidate;
  const { word, form, capital } = document.words[first]!;
  const everyday =
    document.foreignLanguage === undefined &&
    last - first === 1 &&
    ((!capital && isEnglishWord(form)) || isEnglishWord(word) || word.length <= 2);
  return {
    ...candidate,
    population: populationOf(candidate, tools),
    everyday,
    capital: capital && !isAllCapitals(document, first),
  };
}

/** Whether the name is rather a word: nouns are small towns anywhere on earth. */
function isNoPlace(document: TextDocument, name: Name, cue: PlaceCue | undefined): boolean {
  const { first, last, hasRegion: isInRegion, population, place } = name;
  const { form, capital } = document.words[first]!;
  const { not_places: words, never_places: never } = sharedWords(document.foreignLanguage ?? 'en');
  if (isInRegion && document.foreignLanguage !== undefined) return false;
  if (last - first === 1 && words.has(form))
    return !(cue === 'home' && name.capital && population >= LARGE_CITY && !never.has(form));
  return document.foreignLanguage !== undefined && place !== null && population < leastAbroad(cue, capital);
}

/** Least inhabitants of a town that a text of another language than English names. */
function leastAbroad(cue: PlaceCue | undefined, capital: boolean): number {
  if (cue === 'home') return capital ? 1000 : 30_000;
  if (cue !== undefined) return capital ? 3000 : KNOWN_CITY;
  return capital ? LARGE_CITY : FAMOUS_CITY;
}

/** Whether the words around say that nobody lives there, or that it names a company or a trade. */
function isSomethingElse(document: TextDocument, name: Name, cue: PlaceCue): boolean {
  if (cue === 'in') return isTalkedOf(document, name) || namesCompany(document, name);
  // "bar work in manchester", but not "work in design"
  return (
    cue === 'work' &&
    !name.capital &&
    (name.everyday || name.population < FAMOUS_CITY || !lacksCapitals(document))
  );
}

/** "The weather in Paris was great" states no home. */
function isTalkedOf(document: TextDocument, { first, last }: Candidate): boolean {
  const next = document.words[last];
  const trail = next?.clause === document.words[last - 1]!.clause ? next.form : '';
  return (
    /^(?:was|were|is|are|has|have|had)$/.test(trail) &&
    !recruits.test(formsAfter(document, last, 3)) &&
    !/(?:^| )(?:we|our|my|anyone|anybody|someone|somebody)\b/.test(formsBefore(document, first, 6))
  );
}

/** "The clinic in Leeds is now hiring" */
const recruits = beginningWith([
  '(is|are|has|have) [now|currently|urgently|also|again] (hiring|recruiting|looking|seeking|searching|in need)',
  '(is|are|has|have) [now|currently|urgently|also|again] (in search|after|short of|growing|expanding|run by)',
  '(is|are|has|have) [now|currently|urgently|also|again] (a[n] (opening|vacancy)|openings|vacancies)',
]);

/** "At Clearwater Growth we write cheques": the name of a company. */
function namesCompany({ words }: TextDocument, { first, last, hasRegion: isInRegion }: Candidate): boolean {
  const next = words[last];
  const isName = next?.capital === true && next.gap === ' ' && !isInRegion;
  return isName && words[first - 1]?.form === 'at';
}

function ofRegion(document: TextDocument, { first, capital, isCounty }: Name, cue: PlaceCue): number {
  const before = formsBefore(document, first, 5);
  if (sentFrom.test(before) || anywhereOf.test(before)) return IN_REGION;
  // A country that a thing is sent to is not where it is.
  if (reach.test(before)) return 0;
  if (isCounty === true && cue === 'in') return cueConfidence.in;
  const isCertain = cue !== 'in' || capital || isAllCapitals(document, first);
  return isCertain ? cueConfidence[cue] - 0.1 : 0.6;
}

const IN_REGION = 0.87;
/** "We post worldwide from Ukraine", "it leaves from Ohio". */
const sentFrom =
  /(?:^| )(?:ship|ships|shipped|shipping|post|posts|posted|send|sends|sent|dispatched|mailed|leave|leaves)(?: (?:worldwide|globally|internationally|everywhere|only|directly|straight))? from(?: the)?$/;
/** "Location: anywhere in the U.S." */
const anywhereOf = /(?:^| )location (?:anywhere|everywhere) (?:in|within)(?: the)?$/;
const reach =
  /(?:^| )(?:(?:ship|shipp|post|deliver)(?:s|ed|ing|age)?|delivery|send|sent|mail|anywhere|everywhere|courier)\b/;

function ofPlace({ hasRegion: isInRegion, everyday, capital, population }: Name, cue: PlaceCue): number {
  const isHome = cue === 'home';
  if (isInRegion) {
    const least = cue === 'past' || cue === 'born' ? 0 : 0.9;
    return Math.max(cueConfidence[cue], least) - (cue === 'from' ? 0.15 : 0);
  }
  const isLarge = population >= LARGE_CITY;
  if (everyday && !(isHome ? isLarge || capital : capital && isLarge)) return 0;
  if (!capital && population < (isHome ? 5000 : 30_000)) return 0;
  if (capital && cue === 'in' && population < 3000) return 0;
  return cueConfidence[cue] - (population < KNOWN_CITY ? 0.03 : 0);
}
