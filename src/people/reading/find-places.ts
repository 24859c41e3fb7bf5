/**
 * Evaluates `place` rules. A name is looked up only where the words around it suggest a place:
 *
 * .97  "live in Bath", "based in nice", "location: Leeds", "now in Denver" .9   "Austin, TX", "Lyon, France":
 * a name with the country or state it lies in .85  "in Lisbon", "near Leeds" .8   a known place before one of
 * the rule's `after_cues` ("a Lyon startup"); one after age or gender ("48 male Perth"), or one that is a
 * whole clause near them
 *        ("29F, Berlin")
 *   .7   "from Cork": an origin, which counts where no home is stated
 *   .6   "visiting Rome", "for the summer in Lisbon"
 *   .4   another large city at the start of a clause, of the text's first words
 *
 * Everyday words that are also cities ("in love", "nice", "Reading, cooking") need the strongest signs. Names
 * have at most five words, so the number of look-ups is linear in the text.
 */

import type { PlaceRule } from '../../domains/extraction-rules.ts';
import type { Place, ResolvePlace } from '../../domains/place.ts';
import { isRegionName, regionsNamed } from '../places/regions.ts';
import { type Findings, type FoundValue, isReadable, type TextDocument } from './document.ts';
import { findDistances } from './find-distances.ts';
import type { Spelling } from './languages/spelling.ts';
import { startsWithLetter } from './letters.ts';
import { countryOfCurrency } from './money/country-of-currency.ts';
import { formsAfter, formsBefore } from './numbers/forms-beside.ts';
import { numberAt } from './numbers/read-number.ts';
import type { PhraseGroup, TextMatcher } from './phrase-group.ts';
import { followsNoun, lacksCapitals } from './place-context.ts';
import { isEnglishWord, isFirstName } from './word-forms.ts';

export interface PlaceTools {
  readonly resolvePlace: ResolvePlace;
  /** Inhabitants; without it every place counts as a large one. */
  readonly populationOf?: (place: Place) => number;
  /** Whether a name that begins with the word may be that of a place; without it every name is looked up. */
  readonly mayBeginPlace?: (word: string) => boolean;
}

type Cue = 'home' | 'in' | 'work' | 'from' | 'visit' | 'not' | 'past' | 'born';

const builtInCues: Readonly<Record<Cue, readonly string[]>> = {
  home: [
    '(live|lives|living|reside|resides|residing|based|located|located|settled|stay|staying|stationed|situated|headquartered|hq|home is|home base) [currently|now|just|right|happily|alone] (in|near|at|outside|around|outside of|close to|just outside|north of|south of|east of|west of|right outside) [of] [sunny|rainy|beautiful|lovely|downtown|central|greater|north|south|east|west]',
    '(live|lives|living|reside|based|located) (in|near) the [heart of|outskirts of|suburbs of|city of]',
    '(based|working|operating) out of',
    '^ home (is|city|town|base) [in]',
    '(location|city|hometown|lives in|town|where|place|residence|based|home|current location|current city|office|offices|hq|headquarters)',
    '(moved|relocated|moving|relocating|came|settled) [back|over|recently|here] (to|in)',
    '(moved|relocated|came) from _ [_] [_] to',
    '(now|currently|today|these days) (in|living in|based in|at)',
    '(currently|now) [living|based]',
    '(teach|teaches|work|works|working|study|studies|studying|worked) [...] (in|at|near)',
    '(uni|college|university|school) in',
    'outside [of]',
    '^ [a|we are|were] [team of] # (people|employees|engineers|developers|staff|of us) [based] in',
  ],
  in: [
    '(in|near|around|at|within|across) [sunny|rainy|beautiful|lovely|downtown|central|greater]',
    '(here|over|out|down|up) in',
    '(back|at) home in',
    '(dey|dey for|bides in|stays in)',
    '(ive|i have|have|has|hes|shes|weve|we have) [now|also|since] (lived|been|been living|been based|made my home|made a home|settled) [here] in',
    '(in|near|at|around|on) [the] (centre|center|heart|middle|outskirts|suburbs|outside|north|south|east|west|port|area|edge|shores|coast|hills) of',
    '(city|town|port) of',
  ],
  // A trade may follow too: "working in design", "out of order".
  work: ['(work|working|works) in', 'out of'],
  from: [
    '(outta|outa|hails from|comes from|coming from) [sunny|rainy|beautiful|lovely]',
    '(from|native of|born and raised in|grew up in|raised in|originally from|hail from|hailing from|expat in) [sunny|rainy|beautiful|lovely|downtown|central|greater]',
  ],
  visit: [
    '(visiting|visit|leaving|leave|travelling to|traveling to|trip to|flying to|passing through|on holiday in|vacation in|holiday in|weekend in|summer in|winter in|while im in|in town)',
    '(while|when) (im|i am) in',
  ],
  born: [
    '(born|raised|grew up|born and raised) in',
    '(grew up|raised|born) [...] in',
    '(studied|graduated|degree|phd|masters|university|msc|bsc) [...] (in|at)',
  ],
  past: [
    '(moved|relocated|came|left|lived|was) [here|away] (from|in)',
    '(used to live|previously) in',
    '(after|finished|finishing|left|leaving) (uni|college|university|school) in',
    'lived in',
  ],
  not: [
    '(married|engaged|interested|believe|believes|believing|majored|degree|career|experience|experienced|specialize|specializing) in',
    'move to',
    'relocate to',
  ],
};
const cueConfidence: Readonly<Record<Cue, number>> = {
  home: 0.97,
  in: 0.85,
  work: 0.84,
  from: 0.7,
  visit: 0.6,
  not: 0,
  past: 0.3,
  born: 0.5,
};

export interface PlaceCues {
  readonly cues: TextMatcher<Cue>;
  /** Words right after a name, by which it is a place; null: none. */
  readonly followers: TextMatcher<true> | null;
}

/** `own`: the cues of another language, in place of the English ones. */
export function compilePlaceCues(
  rule: PlaceRule,
  group: PhraseGroup,
  own: Readonly<Partial<Record<Cue, readonly string[] | undefined>>> = builtInCues,
): PlaceCues {
  const cues = group.member<Cue>();
  for (const [cue, phrases] of Object.entries(own) as [Cue, readonly string[] | undefined][]) {
    for (const phrase of phrases ?? []) cues.add(phrase, cue);
  }
  for (const phrase of rule.cues ?? []) cues.add(phrase, 'home');
  for (const phrase of rule.not_cues ?? []) cues.add(phrase, 'not');
  const followers = rule.after_cues === undefined ? null : group.member<true>();
  for (const phrase of rule.after_cues ?? []) followers?.add(phrase, true);
  return { cues, followers };
}

const MAX_NAME_WORDS = 5;
const MAX_REGION_WORDS = 3;
const REGION_CONFIDENCE = 0.8;
/** Least inhabitants. A smaller city that is also an everyday word does not count, even after "live in". */
const LARGE_CITY = 60_000;
const LARGE_TOWN = 20_000;
const SMALL_TOWN = 5_000;
const KNOWN_CITY = 100_000;
const FAMOUS_CITY = 250_000;
const METROPOLIS = 1_000_000;
const MIN_CONFIDENCE = 0.35;
/** How many times larger a town of the same name abroad may be. */
const MAX_TIMES_LARGER = 20;
/** Dollars are also used abroad. */
const MAX_TIMES_LARGER_OF_DOLLARS = 4;
/**
 * The largest distance of a name that is a whole clause, but no sentence, from the text's beginning or end,
 * in words.
 */
const MAX_WORDS_BEFORE = 40;
const MAX_WORDS_AFTER = 4;

interface Candidate {
  readonly place: Place | null;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly hasRegion: boolean;
}

export function findPlaces(
  document: TextDocument,
  rule: PlaceRule,
  { cues, followers }: PlaceCues,
  tools: PlaceTools,
): Findings {
  const cueByEnd = cuesByEnd(document, cues);
  const followed = new Set(followers?.matches(document).map(({ first }) => first));
  const values: FoundValue[] = [];
  let namesCity = false;
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, rule.reads)) continue;
    // "Cape Town. New job" has no label, "Town:\nLeeds" has one.
    const { gap } = document.words[at]!;
    const endsBefore = gap !== ' ' && /^\s*[.!?]/.test(gap);
    const cue = (endsBefore ? undefined : cueByEnd.get(at)) ?? cueOfMark(document, at);
    const found = placeAt(document, at, cue, followed, tools, rule);
    if (found === null || found.confidence < MIN_CONFIDENCE) continue;
    values.push({ ...found, confidence: found.confidence * (rule.confidence ?? 1) });
    if (!isRegionName(String(found.value))) namesCity = true;
    at = found.last - 1;
  }
  if (rule.as === 'country') {
    // One address: the places that are named with the most certainty.
    const sorted = byConfidence(values);
    const best = sorted.filter(({ confidence }) => confidence === sorted[0]!.confidence);
    return { values: best, foundPreferences: [] };
  }
  // "Our test is approved in Sri Lanka. Colombo."
  const known = namesCity
    ? values.map((found) =>
        isRegionName(String(found.value)) ? { ...found, confidence: found.confidence * BESIDE_CITY } : found,
      )
    : values;
  return { values: byConfidence(known), foundPreferences: findDistances(document) };
}

/** Multiplies the confidence of a country or state beside a city. */
const BESIDE_CITY = 0.7;

/** By word: the cue that ends before it; the longest of several, and the weaker of two with equal length. */
function cuesByEnd(document: TextDocument, cues: TextMatcher<Cue>): ReadonlyMap<number, Cue> {
  const byEnd = new Map<number, Cue>();
  const lengths = new Map<number, number>();
  for (const { first, last, payload } of cues.matches(document)) {
    const length = last - first;
    const known = lengths.get(last) ?? 0;
    const isWeaker = length === known && cueConfidence[payload] < cueConfidence[byEnd.get(last)!];
    if (length <= known && !isWeaker) continue;
    lengths.set(last, length);
    byEnd.set(last, payload);
  }
  return byEnd;
}

/** The most certain place first, so that a home outranks an origin. */
function byConfidence(values: readonly FoundValue[]): FoundValue[] {
  return [...values].sort((a, b) => b.confidence - a.confidence || a.first - b.first);
}

function placeAt(
  document: TextDocument,
  at: number,
  cue: Cue | undefined,
  followed: ReadonlySet<number>,
  tools: PlaceTools,
  rule: PlaceRule,
): FoundValue | null {
  if (cue === 'not' || (cue === undefined && !mayLackCue(document, at))) return null;
  if (cue === undefined && rule.as === 'country') {
    const region = regionAlone(document, at);
    if (region !== null) return region;
  }
  const candidate = candidateAt(document, at, cue, tools);
  if (candidate === null) return null;
  const confidence = Math.max(
    confidenceOf(document, candidate, cue, tools),
    cue === undefined && isFollowed(candidate.last, followed) && isAttribute(document, candidate, tools)
      ? ATTRIBUTE
      : 0,
  );
  if (confidence === 0 || (rule.as === 'country' && isDoubtfulTown(candidate, cue, tools))) return null;
  const country = candidate.place?.country?.toLowerCase() ?? countryOfRegion(candidate.name);
  // A code of two letters is also a small town: Au.
  const isCode = candidate.name.length <= 2;
  if (rule.as === 'country' && (country === undefined || isCode)) return null;
  const value = rule.as === 'country' ? country! : (candidate.place?.name ?? candidate.name);
  return { value, first: candidate.first, last: candidate.last, confidence, origin: 'rules' };
}

/** Whether a name alone may as well be a brand's or a person's: "Guitar amp, Marshall, black". */
function isDoubtfulTown(
  { place, hasRegion: region }: Candidate,
  cue: Cue | undefined,
  tools: PlaceTools,
): boolean {
  if (cue !== undefined || region || place === null) return false;
  return (tools.populationOf?.(place) ?? FAMOUS_CITY) < KNOWN_CITY;
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

/** The confidence of "a Lyon startup". */
const ATTRIBUTE = 0.8;

/** Words between a city and the noun that it describes: "the Hamburg shipping group". */
const MAX_WORDS_BETWEEN = 2;

function isFollowed(last: number, followed: ReadonlySet<number>): boolean {
  for (let at = last; at <= last + MAX_WORDS_BETWEEN; at++) if (followed.has(at)) return true;
  return false;
}

/** Whether a known city opens a clause or follows an article: "the Hamburg shipping group". */
function isAttribute({ words }: TextDocument, { first, last, place }: Candidate, tools: PlaceTools): boolean {
  const [word, before] = [words[first]!, words[first - 1]];
  const isLed =
    before === undefined ||
    before.clause !== word.clause ||
    /^(?:a|an|the|our|my|this|another)$/.test(before.form);
  const isWord = last - first === 1 && (isEnglishWord(word.word) || notPlaces.has(word.form));
  const population = place === null ? 0 : (tools.populationOf?.(place) ?? FAMOUS_CITY);
  return isLed && word.capital && !isWord && population >= KNOWN_CITY;
}

/** "analyst @ Pune" */
const cueOfMark = ({ words }: TextDocument, at: number): Cue | undefined =>
  words[at]!.gap.includes('@') && /(?:^|\s)@\s+$/.test(words[at]!.gap) ? 'in' : undefined;

/** Whether a name without a cue may start here: at a capital, in a new clause, or after age or gender. */
function mayLackCue(document: TextDocument, at: number): boolean {
  const word = document.words[at]!;
  const before = document.words[at - 1];
  if (word.capital || before?.clause !== word.clause || afterPrice.has(before.form)) return true;
  return followsAgeOrGender(document, at);
}

function candidateAt(
  document: TextDocument,
  at: number,
  cue: Cue | undefined,
  tools: PlaceTools,
): Candidate | null {
  const { words, text } = document;
  const first = words[at]!;
  if (!startsWithLetter(first.word) || first.word.length > 40) return null;
  if (document.spelling === undefined && !mayBeginName(document, first, tools)) return null;
  for (let length = MAX_NAME_WORDS; length >= 1; length--) {
    const last = at + length;
    const end = words[last - 1];
    if (end === undefined || end.sentence !== first.sentence || !isContiguousName(document, at, last))
      continue;
    // "A base of £40k" is not in Of.
    if (/^[$€£¥₹₪₦₩#%]/.test(end.word)) continue;
    const name = text.slice(first.start, end.end);
    if (name.length > 80 || (isFunctionWord(end.form) && !isStateCode(document, end))) continue;
    // "Cambridge MA" too is written with its state.
    const written =
      length === 1 ? name : name.replace(/\s+/g, ' ').replace(/(?<=\p{L}) (?=[A-Z]{2}$)/u, ', ');
    const place = tools.resolvePlace(written, document.spelling?.code);
    if (place !== null) {
      const isInRegion = hasRegion(document, at, last);
      const meant = isInRegion ? place : ofCountry(document, place, name, tools);
      return { place: meant, name, first: at, last, hasRegion: isInRegion };
    }
    const strong = cue === 'home' || cue === 'in' || cue === 'work' || cue === 'from';
    if (length <= 3 && strong && isRegionName(name) && end.clause === first.clause) {
      return { place: null, name, first: at, last, hasRegion: true };
    }
  }
  return null;
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
  const country = document.spelling === undefined ? countryOfCurrency(document) : null;
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

const notPlaces = new Set(
  'java cypress oracle delphi jenkins lead may march april june july august january february september october november december spring summer fall winter monday tuesday wednesday thursday friday saturday sunday love person general tech finance bed god christ jesus online school college university town home work english spanish french german hell heaven progress business sales marketing law design data product engineering software health media music art life men women man woman my your his her the this that these those me you him them it all most many both common fact mind order time short love touch shape charge addition particular need real young old single married male female straight gay lol hey hello looking seeking dad mom street road avenue square lane drive boulevard station abs usb led ssd mot esp gti tdi mio mrd mill central eastern western northern southern obo ono vb firm mon tue tues wed thu thur thurs fri sat sun council borough cat cats dog dogs puppy kitten agency department ministry committee'.split(
    ' ',
  ),
);

const reach =
  /(?:^| )(?:ship|ships|shipped|shipping|post|posts|posted|postage|posting|deliver|delivers|delivered|delivery|send|sent|mail|anywhere|everywhere|courier)\b/;

function confidenceOf(
  document: TextDocument,
  candidate: Candidate,
  cue: Cue | undefined,
  tools: PlaceTools,
): number {
  const { first, last, place, hasRegion: region } = candidate;
  const word = document.words[first]!;
  const population = place === null ? 0 : (tools.populationOf?.(place) ?? FAMOUS_CITY);
  const single = last - first === 1;
  const everyday =
    document.spelling === undefined &&
    single &&
    ((!word.capital && isEnglishWord(word.form)) || isEnglishWord(word.word) || word.word.length <= 2);
  if (
    document.spelling !== undefined &&
    isForeignWord(document, candidate, cue, population, document.spelling)
  )
    return 0;
  const allCapitals = isAllCapitals(document, first);
  const capital = word.capital && !allCapitals;
  if (
    single &&
    notPlaces.has(word.form) &&
    !(cue === 'home' && capital && population >= LARGE_CITY && !/^(?:may|march|august)$/.test(word.form))
  )
    return 0;
  const trail =
    document.words[last]?.clause === document.words[last - 1]!.clause ? document.words[last]!.form : '';
  // "The weather in Paris was great" states no home.
  if (
    cue === 'in' &&
    /^(?:was|were|is|are|has|have|had)$/.test(trail) &&
    !recruits.test(formsAfter(document, last, 3)) &&
    !/(?:^| )(?:we|our|my|anyone|anybody|someone|somebody)\b/.test(formsBefore(document, first, 6))
  )
    return 0;
  // "At Clearwater Growth we write cheques": the name of a company.
  const next = document.words[last];
  const isName = next?.capital === true && next.gap === ' ' && !region;
  if (cue === 'in' && isName && document.words[first - 1]?.form === 'at') return 0;
  // "bar work in manchester", but not "work in design"
  if (cue === 'work' && !capital && (everyday || population < FAMOUS_CITY || !lacksCapitals(document)))
    return 0;
  if (cue === undefined) return confidenceWithoutCue(document, candidate, population, everyday, capital);
  if (region && place !== null)
    return (
      Math.max(cueConfidence[cue], cue === 'past' || cue === 'born' ? 0 : 0.9) - (cue === 'from' ? 0.15 : 0)
    );
  if (place === null) {
    // A country that a thing is sent to is not where it is.
    if (reach.test(formsBefore(document, first, 5))) return 0;
    return cue === 'in' && !capital && !allCapitals ? 0.6 : cueConfidence[cue] - 0.1;
  }
  if (
    everyday &&
    !(cue === 'home' ? population >= LARGE_CITY || capital : capital && population >= LARGE_CITY)
  )
    return 0;
  if (!capital && population < (cue === 'home' ? 5000 : 30_000)) return 0;
  if (capital && cue === 'in' && population < 3000) return 0;
  const ambiguous = population < KNOWN_CITY ? 0.03 : 0;
  return cueConfidence[cue] - ambiguous;
}

/** "The clinic in Leeds is now hiring" */
const recruits =
  /^(?:is|are|has|have) (?:now |currently |urgently |also |again )?(?:hiring|recruiting|looking|seeking|searching|in need|in search|after|short of|growing|expanding|run by|an? (?:opening|vacancy)|openings|vacancies)\b/;

/** Whether a name is rather a word of the text's language: nouns are small towns anywhere on earth. */
function isForeignWord(
  { words }: TextDocument,
  { first, last, hasRegion: region, place }: Candidate,
  cue: Cue | undefined,
  population: number,
  { notPlaces: ownWords }: Spelling,
): boolean {
  if (region) return false;
  const { form, capital } = words[first]!;
  if (last - first === 1 && ownWords.has(form)) return cue !== 'home' || !capital || population < LARGE_CITY;
  if (place === null) return false;
  if (cue === 'home') return population < (capital ? 1000 : 30_000);
  if (cue !== undefined) return population < (capital ? 3000 : KNOWN_CITY);
  return population < (capital ? LARGE_CITY : FAMOUS_CITY);
}

/** "South Manchester, …". */
const direction = /^(?:north|south|east|west|central|greater|downtown|inner|outer|upper|lower)$/;

/** "Freising near the station": the words that place a thing within a town. */
const withinTown =
  /^(?:near|city|centre|center|downtown|old town|north|south|east|west|main station|central station|area|suburbs|outskirts|evenings|weekdays|weekends|only)\b/;

/** "2650€ ono málaga": an ad in chat style goes on without a comma. */
const afterPrice = new Set(
  'ono obo vb firm neg negotiable $ € £ eur euro euros gbp usd quid bucks chf kr'.split(' '),
);

/** The confidence of a name without a cue; 0: not a place. */
function confidenceWithoutCue(
  document: TextDocument,
  candidate: Candidate,
  population: number,
  everyday: boolean,
  capital: boolean,
): number {
  const { first, last, place, hasRegion: region } = candidate;
  if (place === null) return 0;
  const { words, text } = document;
  const before = words[first - 1];
  const opensClause =
    before?.clause !== words[first]!.clause ||
    afterPrice.has(before.form) ||
    (direction.test(before.form) && words[first - 2]?.clause !== before.clause);
  const closesClause = words[last]?.clause !== words[last - 1]!.clause;
  // "Woman, 60, Bath"
  const isListed = capital && opensClause && closesClause && followsAgeOrGender(document, first);
  if (everyday && !region) return isListed && population >= LARGE_CITY ? 0.75 : 0;
  const lead = formsBefore(document, first, 2);
  const trail = formsAfter(document, last, 2);
  if (/(?:^| )(?:im|i am|name is|names|called|named|hi|hey|hello)$/.test(lead) && !region) return 0;
  const based =
    /^(?:based|born|native|area|local|resident|expat|boy|girl|gal|guy|girlie|dad|mum|mom|lad|lass|office|offices|hq|headquarters|store|studio|warehouse|campus|clinic|plant|depot|branch|crew|team|site|salon|restaurant|shop|kitchen|bakery|hotel|factory|yard|garage|hub|lab|way|region|or (?:fully )?(?:remote|hybrid))\b/.test(
      trail,
    );
  if (based && (capital || population >= (lacksCapitals(document) ? LARGE_CITY : KNOWN_CITY)))
    return /^(?:born|native)/.test(trail) ? 0.7 : 0.9;
  if (
    opensClause &&
    capital &&
    population >= LARGE_TOWN &&
    withinTown.test(trail) &&
    !isFirstName(words[first]!.word)
  )
    return 0.65;
  // "Graz is where we live", "I call Leeds home"
  const named = /^is (?:where|home|my)\b/.test(trail) || (/^home\b/.test(trail) && /(?:^| )call$/.test(lead));
  if (named && (capital || population >= KNOWN_CITY)) return 0.9;
  if (region && (capital || population >= KNOWN_CITY || lacksCapitals(document))) return 0.9;
  const written = text.slice(words[first]!.start, words[last - 1]!.end);
  // "LA", "SF", but not the "Vue" of a list of tools.
  const short = written.length <= 3 && (written === written.toUpperCase() || !capital);
  const least = capital ? LARGE_TOWN : lacksCapitals(document) ? KNOWN_CITY : FAMOUS_CITY;
  // "Woman. 58. Byron Bay."
  const isLongName = capital && opensClause && closesClause && last - first > 1 && population >= SMALL_TOWN;
  if (population < least && !short && !(isLongName && nearAgeOrGender(document, first))) return 0;
  if (isFirstName(words[first]!.word) && last - first === 1 && first === 0) return 0;
  if (followsAgeOrGender(document, first)) return 0.82;
  if (opensClause && closesClause && (words.length < 400 || capital)) {
    return nearAgeOrGender(document, first) ? 0.8 : confidenceAlone(document, candidate, population, capital);
  }
  if (first >= 60) return 0;
  const isNamed = capital ? population >= KNOWN_CITY : lacksCapitals(document) && population >= FAMOUS_CITY;
  if (opensClause) return isNamed && !everyday ? 0.4 : 0;
  return capital && isNamed && closesClause && followsNoun(words, first) ? 0.5 : 0;
}

/**
 * The confidence of a clause that is only a name, with no age or gender nearby. Such a name needs a capital,
 * a metropolis or a sentence of its own.
 */
function confidenceAlone(
  document: TextDocument,
  { first, last }: Candidate,
  population: number,
  capital: boolean,
): number {
  const { words, sentences } = document;
  const isSentence = isOwnSentence(words, first, last);
  const opensSentence = words[first - 1]?.sentence !== words[first]!.sentence && population >= LARGE_CITY;
  if (opensSentence && capital && !isFirstName(words[first]!.word)) return 0.65;
  const isFar = first >= MAX_WORDS_BEFORE && !isSentence && words.length - last > MAX_WORDS_AFTER;
  if (isFar && !(capital && population >= METROPOLIS)) return 0;
  // "Turnstay (Orlando)"
  const isBracketed = /\($/.test(words[first]!.gap) && /^\)/.test(words[last]?.gap ?? '');
  // "Sydney" and "Paris" are rather the cities.
  if (isFirstName(words[first]!.word) && population < METROPOLIS && !isBracketed) {
    // "… two owners. Preston. Trade sale": a name as the last sentence is a signature.
    const isSignature = words[first]!.sentence === sentences.length - 1;
    if (!isSentence || isSignature || population < LARGE_CITY) return 0;
  }
  return capital || population >= METROPOLIS || isSentence || lacksCapitals(document) ? 0.65 : 0;
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

const ageOrGenderWords = new Set(
  'f m w nb woman man male female guy girl gal lady dude yo old enby nonbinary mom dad single 4m 4f him her them straight gay bi lesbian y s'.split(
    ' ',
  ),
);

/** Directly after an age or a gender: "48 male Perth", "32M nyc", "27 m4f nyc". */
function followsAgeOrGender(document: TextDocument, at: number): boolean {
  const before = document.words[at - 1];
  if (before === undefined || before.sentence !== document.words[at]!.sentence) return false;
  const { gap } = document.words[at]!;
  if (gap !== ' ' && !/^[\s,|/·-]+$/.test(gap)) return false;
  return (
    ageOrGenderWords.has(before.form) || (numberAt(document, at - 1) !== null && /^\d\d$/.test(before.word))
  );
}

/** Within ten words of an age or a gender. */
function nearAgeOrGender(document: TextDocument, at: number): boolean {
  for (let other = Math.max(0, at - 10); other < Math.min(document.words.length, at + 10); other++) {
    const { form, word } = document.words[other]!;
    if (ageOrGenderWords.has(form) || (word.length === 2 && /^[1-9]\d$/.test(word))) return true;
  }
  return false;
}

function isAllCapitals(document: TextDocument, at: number): boolean {
  const { sentence } = document.words[at]!;
  const { first, last } = document.sentences[sentence]!;
  const words = document.words.slice(first, Math.min(last, first + 40));
  const long = words.filter(({ start, end }) => end - start > 3);
  return (
    long.length >= 2 &&
    long.every(
      ({ start, end }) => document.text.slice(start, end) === document.text.slice(start, end).toUpperCase(),
    )
  );
}
