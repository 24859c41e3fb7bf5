/**
 * Assigns each word its scope: the profile itself, the wished-for counterpart, another person, the past, or a
 * quotation (`quoted-text.ts`). One pass over a sentence starts with `self`, or with the scope of its
 * section's heading. Cues switch the scope, a new clause ends the past, and a clause in the profile's own
 * voice ends the scope of another person.
 */
import type { ExtractionSettings } from '../../domains/extraction-settings.ts';
import type { LanguageRules } from '../../domains/language-rules.ts';
import { markChanges } from './changes.ts';
import { kinContraction } from './kin-contraction.ts';
import { WishedPeople } from './languages/wished-people.ts';
import { type WishSign, wishesOf } from './languages/wishes.ts';
import { formsBefore } from './numbers/forms-beside.ts';
import { numberAt } from './numbers/read-number.ts';
import { beginsOwnPart } from './parts-of-form.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { quotedWords } from './quoted-text.ts';
import type { ReadText, Sentence, Word } from './read-text.ts';
import { markRelatives } from './relatives-in-ads.ts';
import { markRivals } from './rivals.ts';
import {
  attributeCues,
  kinNouns,
  neutralCues,
  otherCues,
  pastCues,
  selfCues,
  selfHeadings,
  weakSelfCues,
  wishCues,
  wishHeadings,
} from './scope-cues.ts';
import { markWishedAges } from './wish-of-ages.ts';
import { markWishedPeople } from './wish-of-people.ts';

export type WordScope = 'self' | 'wish' | 'other' | 'past' | 'quoted';

type Cue = 'wish' | 'self' | 'weakSelf' | 'behalf' | 'other' | 'past' | 'neutral' | 'kin' | 'attribute';
type Heading = 'self' | 'wish';

/** Signs that the author writes for another person, and that the wishes are that person's. */
interface SpokenForCues {
  readonly wishes: PhraseMatcher<true>;
  /** "I", in its forms. */
  readonly writer: ReadonlySet<string>;
  /** Phrases for the author's own wishes and deeds; null: not known in this language. */
  readonly ownWishes: PhraseMatcher<true> | null;
}

export interface ScopeCues {
  readonly cues: PhraseMatcher<Cue>;
  readonly headings: PhraseMatcher<Heading>;
  readonly neutralYou: boolean;
  /** Whether a range of ages is a wish (`wish-of-ages.ts`). */
  readonly wishesAges: boolean;
  readonly spokenFor: SpokenForCues;
  /** Whether a former value is the past (`changes.ts`). */
  readonly marksChanges: boolean;
  /** After one of these a clause may begin, as after a comma. */
  readonly conjunctions: ReadonlySet<string>;
  /** Wishes for a person, in a language other than English; null: not known. */
  readonly wishes: PhraseMatcher<WishSign> | null;
  /** Words that are evidence of English. Attribute words ("hotel", "music") occur in many languages. */
  readonly vocabulary: ReadonlySet<string>;
}

const conjunctions = new Set([
  'and',
  'but',
  'so',
  'while',
  'because',
  'though',
  'although',
  'plus',
  'then',
  'also',
  'anyway',
  'now',
  'yes',
  'ok',
  'hey',
  'hi',
  'lol',
  'well',
  'however',
  'still',
  'says',
  'said',
  'thinks',
  'btw',
  'or',
]);
/** After one of these, a clause does not start anew: "who knows what i am". */
const subordinators = new Set([
  'who',
  'that',
  'what',
  'whatever',
  'like',
  'than',
  'how',
  'where',
  'if',
  'whether',
  'as',
  'with',
  'for',
  'when',
  'which',
  'thinks',
  'whom',
]);

/** Words that end the past scope. */
const endsPast = new Set(['but', 'now', 'nowadays', 'currently']);

const MAX_HEADING_WORDS = 6;

export function compileScopeCues(
  settings: Partial<ExtractionSettings> | undefined,
  wishesAges = false,
): ScopeCues {
  const neutralYou = settings?.neutral_you ?? false;
  const cues = new PhraseMatcher<Cue>();
  const add = (phrases: readonly string[] | undefined, cue: Cue) => {
    for (const phrase of phrases ?? []) cues.add(phrase, cue);
  };
  if (settings?.neutral_wishes !== true)
    add(neutralYou ? wishCues.filter((phrase) => !/\byou|\(you/.test(phrase)) : wishCues, 'wish');
  add(settings?.wish_cues, 'wish');
  add(selfCues, 'self');
  add(settings?.self_cues, 'self');
  add(weakSelfCues, 'weakSelf');
  if (settings?.neutral_others !== true) {
    add(otherCues, 'other');
    add(kinNouns, 'kin');
  }
  add(settings?.other_cues, 'other');
  add(settings?.behalf_cues, 'behalf');
  add(pastCues, 'past');
  add(neutralCues, 'neutral');
  const vocabulary = new Set(cues.vocabulary);
  add(attributeCues, 'attribute');
  const headings = new PhraseMatcher<Heading>();
  for (const phrase of [...selfHeadings, ...(settings?.self_headings ?? [])]) headings.add(phrase, 'self');
  const builtIn = settings?.neutral_wishes === true ? [] : wishHeadings;
  for (const phrase of [...builtIn, ...(settings?.wish_headings ?? [])]) headings.add(phrase, 'wish');
  const spokenFor = {
    wishes: spokenWishes(settings?.spoken_for_cues),
    writer: englishWriter,
    ownWishes: ownWish,
  };
  const marksChanges = settings?.requests !== undefined;
  return {
    cues,
    headings,
    neutralYou,
    wishesAges,
    conjunctions,
    spokenFor,
    marksChanges,
    wishes: null,
    vocabulary,
  };
}

/** The cues of another language, in place of the English ones. */
export function compileForeignCues(
  code: string,
  rules: LanguageRules,
  ownConjunctions: ReadonlySet<string> = conjunctions,
): ScopeCues {
  const cues = new PhraseMatcher<Cue>();
  const headings = new PhraseMatcher<Heading>();
  const lists = {
    wish: rules.wish_cues,
    self: rules.self_cues,
    other: rules.other_cues,
    past: rules.past_cues,
  };
  for (const [cue, phrases] of Object.entries(lists) as [Cue, string[] | undefined][])
    for (const phrase of phrases ?? []) cues.add(phrase, cue);
  for (const phrase of rules.self_headings ?? []) headings.add(phrase, 'self');
  for (const phrase of rules.wish_headings ?? []) headings.add(phrase, 'wish');
  const wishes = new PhraseMatcher<true>();
  for (const phrase of rules.spoken_for_cues ?? []) wishes.add(phrase, true);
  return {
    cues,
    headings,
    spokenFor: { wishes, writer: foreignWriter, ownWishes: null },
    neutralYou: true,
    wishesAges: false,
    marksChanges: false,
    conjunctions: ownConjunctions,
    wishes: wishesOf(code),
    vocabulary: new Set(cues.vocabulary),
  };
}

export interface ScopedText extends ReadText {
  /** By word. */
  readonly scopes: readonly WordScope[];
  /** Another person wrote the text for the person of the profile. */
  readonly isSpokenFor: boolean;
}

export function assignScopes(read: ReadText, scopeCues: ScopeCues): ScopedText {
  const { headings, wishesAges, spokenFor: spokenCues } = scopeCues;
  const scopes: WordScope[] = new Array(read.words.length).fill('self');
  let section: WordScope = 'self';
  for (const [position, sentence] of read.sentences.entries()) {
    const found = headingOf(read, sentence, headings);
    const heading =
      found?.payload === 'wish' && beginsOwnPart(read, position)
        ? { ...found, payload: 'self' as const }
        : found;
    if (heading !== null && heading.last === sentence.last) {
      section = heading.payload;
      scopes.fill(heading.payload, sentence.first, sentence.last);
      continue;
    }
    if (scopeCues.neutralYou && asksReader(read, sentence)) continue;
    const before = read.sentences[position - 1];
    const start =
      heading?.payload ??
      (before !== undefined && carriesWish(read, before, sentence, scopes) ? 'wish' : section);
    scopeSentence(read, sentence, start, scopeCues, scopes);
  }
  const quoted = quotedWords(read);
  if (quoted !== null) for (const at of scopes.keys()) if (quoted[at] === 1) scopes[at] = 'quoted';
  if (wishesAges) markWishedAges(read, scopes);
  if (wishesAges) markWishedPeople(read, scopes);
  const spokenFor = isSpokenFor(read, scopes, spokenCues);
  if (spokenFor || isWrittenFor(read)) {
    const aside = writersWords(read);
    if (spokenFor) describeOther(read, scopes);
    for (const at of aside) scopes[at] = 'other';
  }
  if (wishesAges) markRelatives(read, scopes);
  if (!spokenFor && spokenCues.ownWishes !== null) carryOthers(read, scopes);
  markRivals(read, scopes);
  if (scopeCues.marksChanges) markChanges(read, scopes);
  return { ...read, scopes, isSpokenFor: spokenFor };
}

/** Whether the sentence asks after the reader's need, as ads do: "Need a translator? Looking for charts?" */
export function asksReader(read: ReadText, { first, last, tail }: Sentence): boolean {
  if (!/^\s*["'”’)]*\?/.test(tail) || !asksNeed.has(read.words[first]!.form)) return false;
  return !read.words.slice(first, last).some(({ form }) => writerForms.has(form));
}

const asksNeed = new Set(
  'need needs want looking searching seeking lacking tired short hunting struggling'.split(' '),
);
const writerForms = new Set('i im ive id my me we our us anyone anybody someone somebody'.split(' '));

/**
 * Whether a wish goes on in the next sentence: a limit without a verb ("Wanted: a translator. Under 300 ms,
 * please"), or the answer to a question about the wish ("What do you need from others? Payments").
 */
function carriesWish(
  read: ReadText,
  before: Sentence,
  next: Sentence,
  scopes: readonly WordScope[],
): boolean {
  if (before.last === before.first || next.last === next.first) return false;
  if (scopes[before.last - 1] !== 'wish' || next.beginsLine) return false;
  const opening = read.words[next.first]!.form;
  if (goesOnWishing.has(opening)) return true;
  if (limits.has(opening)) return next.last - next.first <= MAX_LIMIT_WORDS;
  return before.tail.includes('?') && questionWords.has(read.words[before.first]!.form);
}

/**
 * Extends the scope of another person to a sentence that begins with a pronoun: "My sister says I talk too
 * much. She's 29 and single too." This happens only where the writer speaks of themselves as well, since the
 * text may be about that person.
 */
function carryOthers(read: ReadText, scopes: WordScope[]): void {
  const goesOn = ({ first }: Sentence, position: number) =>
    position > 0 && otherPronouns.has(read.words[first]!.form) && scopes[first - 1] === 'other';
  if (!read.sentences.some(goesOn) || !speaksOfThemselves(read)) return;
  for (const [position, sentence] of read.sentences.entries()) {
    if (!goesOn(sentence, position)) continue;
    for (let at = sentence.first; at < sentence.last && !ownForms.has(read.words[at]!.form); at++)
      if (scopes[at] === 'self') scopes[at] = 'other';
  }
}

/** Whether the writer tells an age of their own, or more than the relation to the other person. */
function speaksOfThemselves(read: ReadText): boolean {
  if (ownWords(read, englishWriter) > MAX_OWN_WORDS) return true;
  return read.words.some(
    (_, at) => (numberAt(read, at)?.value ?? 0) >= 18 && ownAge.test(formsBefore(read, at, 4)),
  );
}

const ownAge = /(?:^| )(?:im|i am)(?: an?)?(?: [a-z]+(?: of)?)?$/;
const otherPronouns = new Set('he she hes shes'.split(' '));
const ownForms = new Set('i im ive id me my we our'.split(' '));

function ownWords({ words }: ReadText, writer: ReadonlySet<string>): number {
  let own = 0;
  for (const { form } of words) if (writer.has(form)) own++;
  return own;
}

/** A list of wishes goes on: "Wanted: someone to book hotels. Another to pay." */
const goesOnWishing = new Set('another or plus'.split(' '));
const MAX_LIMIT_WORDS = 12;
const limits = new Set('under max maximum budget below most within'.split(' ').concat('no', 'at', 'up'));
const questionWords = new Set('what which who how whom'.split(' '));

const spokenWishPhrases: readonly string[] = [
  '(she|he|they) (is|are) [also|now|just|really|mainly] (looking for|searching for|seeking|hoping|after|ready for)',
  '(shes|hes|theyre) [also|now|just|really|mainly] (looking for|searching for|seeking|hoping|after|ready for)',
  '(she|he|they) (seeks|seek|wants|want|would like|would love|wishes|wish|hopes|hope|needs|need|deserves|deserve) [to|for] [meet|find|date|a|an|someone|somebody|marry]',
  '(shed|hed|theyd) [really|just|so|also] (like|love|be happy with|prefer|suit) [to|for] [meet|find|date|a|an|someone|somebody|marry]',
  '(asked|begged|told|wants|made|allowed|let) (me|us) [to] (say|write|tell|post|do|set up|make) [that|this|you|a] [he|she|they|for|profile]',
  '(invite|invites|inviting|seek|seeks|seeking|sought|looking for|want|wanted) [_] [_] [_] for (our|my|the) [_] [_] (daughter|son|sister|brother|mother|father|cousin|friend|niece|nephew|aunt|uncle|mum|mom|dad)',
  '(groom|bride|girl|boy|husband|wife|man|woman|partner|match|suitor) (should|must|ought to|needs to|has to|will) (be|have|love|like|understand)',
  '(introductions|introduction|proposals|replies|gentlemen|ladies|enquiries) (sought|invited|welcome|wanted)',
  '(mum|mom|mother|dad|father|son|daughter|brother|sister|aunt|uncle|friend|granny|grandmother|cousin) , [#] , [_] , (would (love|like|be glad|enjoy)|is (looking|seeking|searching|hoping)|(wants|wishes|hopes) to (meet|find))',
  '(we|family|parents) [hereby|gladly|kindly] (invite|seek|welcome|request) [_] [_] (proposal|proposals|alliance|alliances|groom|bride|match|matches|introductions|biodata|suitors)',
  '(he|she) (deserves|is ready for|is open to|is after|is keen to|dreams of|misses having)',
  '(looking for|searching for|find|finding) [a|an] [_] [_] (for her|for him|for them|for my _)',
];

function spokenWishes(own: readonly string[] = []): PhraseMatcher<true> {
  const wishes = new PhraseMatcher<true>();
  for (const phrase of [...spokenWishPhrases, ...own]) wishes.add(phrase, true);
  return wishes;
}

/** Where the author wants or does something themselves, the other person is not the profile. */
const ownWish = new PhraseMatcher<true>();
for (const phrase of [
  '(i|we|im|were|ive|weve|id|wed) [am|are|now|also|currently|really|just|still|have|only|would] (looking for|looking to|searching for|seeking|seek|need|want|like|raise|raising|raised|invest|investing|back|fund|build|building|built|sell|make|making|hire|hiring|write|lead|pay|offer)',
])
  ownWish.add(phrase, true);

const englishWriter = new Set(['i', 'im', 'ive', 'id']);
const foreignWriter = new Set(['ich', 'je', 'j', 'yo', 'eu', 'io']);

/** The most "I" and "we" that tell only the writer's relation to the other person. */
const MAX_OWN_WORDS = 2;
/** The same in a text in which the writer states no wish: "I ran a bakery, so I am no help to her." */
const MAX_WISHLESS_WORDS = 6;
/** Sentences that may precede the other person: "Hello. Sorry for the long post. My cousin …". */
const OPENING_SENTENCES = 3;

/** The other person becomes the profile, but not their own relatives: "his sister (36) lives in Sydney". */
function describeOther({ words }: ReadText, scopes: WordScope[]): void {
  let isRelative = false;
  for (const [at, { form, sentence, clause }] of words.entries()) {
    const before = words[at - 1];
    const opens = before?.clause !== clause;
    if (before?.sentence !== sentence || (opens && otherPronouns.has(form))) isRelative = false;
    const next = [words[at + 1], words[at + 2]].filter((word) => word?.sentence === sentence);
    if (opens && /^(?:his|her|their)$/.test(form) && next.some((word) => kinForms.test(word!.form)))
      isRelative = true;
    if (isRelative) scopes[at] = 'other';
    else if (scopes[at] === 'other') scopes[at] = 'self';
  }
}

/**
 * The writer's statements about themselves in a text about another person: "I am 68", in "I am 68. My son is
 * forty-one, …". A statement goes on until the other person comes up, or until its sentence or bracket ends.
 * There are none where that person's age is not told.
 */
function writersWords(read: ReadText): readonly number[] {
  const { words, sentences } = read;
  if (!words.some((_, at) => isAgeOfOther(read, at) || isAgeAlone(read, at))) return [];
  const aside: number[] = [];
  for (const { first, last } of sentences) {
    let isAside = false;
    for (let at = first; at < last; at++) {
      const { form, clause, gap } = words[at]!;
      const opens = at === first || words[at - 1]!.clause !== clause || conjunctions.has(words[at - 1]!.form);
      if (opens && englishWriter.has(form)) isAside = true;
      else if (gap.includes(')') || beginsOther.test(form) || isKin(form, words[at + 1]?.form ?? ''))
        isAside = false;
      if (isAside) aside.push(at);
    }
  }
  return aside;
}

const beginsOther = /^(?:he|she|they|hes|shes|theyre|who|her|his|him)$/;
const isKin = (before: string | undefined, form: string) =>
  /^(?:my|our|ma|a|for)$/.test(before ?? '') && kinForms.test(form);
const kinForms =
  /^(?:son|daughter|boy|girl|lad|lass|brother|sister|mother|father|mum|mom|mam|mama|mummy|dad|daddy|papa|cousin|friend|niece|nephew|aunt|auntie|uncle|grandmother|grandfather|grandma|grandpa|gran|granny|nan|nana|grandad|granddad|grandson|granddaughter|neighbour|neighbor|colleague|client|mate|flatmate)$/;

/** "Dave's a fireman, 36.", "my son Arjun, 31 years": an age that is a whole clause. */
function isAgeAlone(read: ReadText, at: number): boolean {
  const number = numberAt(read, at);
  if (number === null || number.value < 18 || number.value > 99 || !Number.isInteger(number.value))
    return false;
  const { clause } = read.words[at]!;
  const next = read.words[number.last];
  const last = /^(?:years?|yrs?)$/.test(next?.form ?? '') ? number.last + 1 : number.last;
  return read.words[at - 1]?.clause !== clause && read.words[last]?.clause !== clause;
}

/** "My younger brother, Shri Arvind, aged 33" */
const MOST_WORDS_BEFORE_AGE = 5;

/** Whether a number from 18 to 99 follows "he is", "she's", "my son is", "Dad is". */
function isAgeOfOther(read: ReadText, at: number): boolean {
  const number = numberAt(read, at);
  if (number === null || number.value < 18 || number.value > 99) return false;
  const lead = formsBefore(read, at, MOST_WORDS_BEFORE_AGE).split(' ');
  const verb = lead.at(-1) ?? '';
  if (/^(?:hes|shes)$/.test(verb) || kinContraction.test(verb)) return true;
  const near = lead.slice(verb === 'aged' ? 0 : -3, -1);
  return (
    /^(?:is|s|turned|aged)$/.test(verb) &&
    near.some((form) => /^(?:he|she)$/.test(form) || kinForms.test(form))
  );
}

/** "Writing this for my best mate", "I am writing regarding my son Arjun". */
const writesFor =
  /(?:^| )(?:writing|posting|typing|filling this|signing up|profile|ad|advert|asking)(?: this| it| here| in)? (?:for|on behalf of|regarding|about|concerning) (?:my|our|a) /;

function isWrittenFor({ words, sentences }: ReadText): boolean {
  const opening = sentences[Math.min(OPENING_SENTENCES, sentences.length) - 1];
  const forms = words.slice(0, opening?.last ?? 0).map(({ form }) => form);
  return writesFor.test(forms.join(' '));
}

/**
 * Whether the text is about another person from its first sentences on, and that person has the wish. The
 * writer says next to nothing of themselves: "My mother is 61 and lives in Leeds. She is looking for …".
 */
function isSpokenFor(
  read: ReadText,
  scopes: readonly WordScope[],
  { wishes, writer, ownWishes }: SpokenForCues,
): boolean {
  const opening = read.sentences[Math.min(OPENING_SENTENCES, read.sentences.length) - 1];
  if (opening === undefined || !scopes.slice(0, opening.last).includes('other')) return false;
  const own = ownWords(read, writer);
  if (own > MAX_WISHLESS_WORDS || wishes.matches(read).length === 0) return false;
  return own <= MAX_OWN_WORDS || ownWishes?.matches(read).length === 0;
}

/** The heading that a line is, or that it begins with before a colon or a dash. */
function headingOf(read: ReadText, sentence: Sentence, headings: PhraseMatcher<Heading>) {
  if (!sentence.beginsLine) return null;
  const limit = Math.min(sentence.last, sentence.first + MAX_HEADING_WORDS);
  const found = headings
    .matches(read, sentence.first, limit)
    .filter((match) => match.first === sentence.first)
    .filter((match) => {
      const after = match.last === sentence.last ? sentence.tail : read.words[match.last]!.gap;
      return match.last === sentence.last ? /^\s*:?\s*(?:\n|$)/.test(after) : /^\s*[:\-–]\s*/.test(after);
    });
  const [longest] = found.sort((a, b) => b.last - a.last);
  if (longest === undefined) return null;
  // "Experience" alone in a text of one line is a word, not a heading.
  return longest.last === sentence.last && read.sentences.length === 1 ? null : longest;
}

function scopeSentence(
  read: ReadText,
  sentence: Sentence,
  start: WordScope,
  { cues, neutralYou, conjunctions: opening, wishes }: ScopeCues,
  scopes: WordScope[],
): void {
  const people = wishes === null ? null : new WishedPeople(read, sentence, wishes);
  const byFirst = longestByFirst(cues.matches(read, sentence.first, sentence.last));
  let base: WordScope = start;
  let state: WordScope = start;
  let kinInClause = false;
  let covered = sentence.first;
  let scopeOutsideBracket: WordScope | null = null;
  for (let at = sentence.first; at < sentence.last; at++) {
    const word = read.words[at]!;
    const before = at === sentence.first ? undefined : read.words[at - 1];
    const opensClause = before === undefined || before.clause !== word.clause;
    // Another person's scope ends with its bracket: "dad of two (they're 6 and 9), 43".
    if (scopeOutsideBracket !== null && word.gap.includes(')')) {
      [base, state, scopeOutsideBracket] = [scopeOutsideBracket, scopeOutsideBracket, null];
      kinInClause = false;
    }
    if (before !== undefined && /(?:^|[\s,])\(/.test(word.gap)) scopeOutsideBracket = base;
    if (state === 'past' && (opensClause || endsPast.has(word.form))) state = base;
    if (opensClause && kinInClause && /^(?:who|whos|which|whose|hes|shes|theyre)$/.test(word.form)) {
      [base, state] = ['other', 'other'];
    }
    const mayOpenClause = opensClause || opening.has(before.form);
    const cue = at >= covered ? cueAt(read, at, byFirst) : undefined;
    const ofCue = cue === undefined ? undefined : nextScope(cue.payload, state, mayOpenClause, before);
    const isWished = people?.isWishedFrom(at) === true;
    if (ofCue === 'self') people?.endWish();
    const next = isWished && ofCue === undefined ? nextScope('wish', state, mayOpenClause, before) : ofCue;
    if (cue?.payload === 'kin') kinInClause = true;
    if (cue !== undefined && (next !== undefined || isNeutral(cue.payload))) {
      // A cue of `behalf_cues` may contain a cue of the wish: "our family is looking for a nanny".
      covered = cue.payload === 'behalf' ? at + 1 : cue.last;
    }
    if (next !== undefined) {
      if (next !== 'past') base = next;
      state = next;
    }
    if (
      !neutralYou &&
      word.form === 'you' &&
      opensClause &&
      /^\s*[:–—-]/.test(read.words[at + 1]?.gap ?? '')
    ) {
      [base, state] = ['wish', 'wish'];
    }
    scopes[at] = state === 'self' && people?.isCompany(at) === true ? 'other' : state;
  }
}

function nextScope(
  cue: Cue,
  state: WordScope,
  mayOpenClause: boolean,
  before: Word | undefined,
): WordScope | undefined {
  switch (cue) {
    case 'wish':
      return state === 'other' && !mayOpenClause ? undefined : 'wish';
    case 'self':
      return before !== undefined && subordinators.has(before.form) && state !== 'self' ? undefined : 'self';
    case 'weakSelf':
    case 'behalf':
      return mayOpenClause && !(before !== undefined && subordinators.has(before.form)) ? 'self' : undefined;
    case 'other':
      return mayOpenClause ? 'other' : undefined;
    case 'past':
      return state === 'self' ? 'past' : undefined;
    case 'neutral':
    case 'attribute':
    case 'kin':
      return undefined;
    default:
      return cue satisfies never;
  }
}

const isNeutral = (cue: Cue) => cue === 'neutral' || cue === 'attribute';

/**
 * The cue that counts at a word. A kin noun that is an attribute names no other person: "our children's
 * hospital" is about the profile itself, as "our hospital" is.
 */
function cueAt(read: ReadText, at: number, byFirst: ReadonlyMap<number, CueMatch>): CueMatch | undefined {
  const cue = byFirst.get(at);
  if (cue?.payload !== 'other' && cue?.payload !== 'kin') return cue;
  const noun = cue.last - 1;
  const attribute = byFirst.get(noun);
  const last = attribute?.payload === 'attribute' ? attribute.last : isHyphened(read, noun) ? cue.last : null;
  if (last === null) return cue;
  return { first: at, last, payload: cue.payload === 'other' ? 'weakSelf' : 'attribute' };
}

/**
 * Whether a hyphen makes the noun an attribute: "family-run", "ex-Google", but not "mother-in-law",
 * "ex-wife".
 */
function isHyphened({ words }: ReadText, noun: number): boolean {
  const next = words[noun + 1];
  if (next === undefined || !/^[-‑]$/.test(next.gap) || next.form === 'in') return false;
  return words[noun]!.form !== 'ex' || next.capital;
}

interface CueMatch {
  readonly first: number;
  readonly last: number;
  readonly payload: Cue;
}

function longestByFirst(matches: readonly CueMatch[]): ReadonlyMap<number, CueMatch> {
  const byFirst = new Map<number, CueMatch>();
  for (const match of matches) {
    const known = byFirst.get(match.first);
    if (known === undefined || match.last > known.last) byFirst.set(match.first, match);
  }
  return byFirst;
}
