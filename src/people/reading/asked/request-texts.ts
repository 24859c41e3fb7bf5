/**
 * Requests: texts that only ask, such as "Need: forecasting. Servers: Canada. Billing: pay per call".
 * Conditions of a request are conditions on the counterpart, also without words of a wish. The writer's
 * statements about themselves are not.
 */
import type { RequestSettings } from '../../../domains/extraction-settings.ts';
import type { TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup, type TextMatcher } from '../phrases/phrase-group.ts';
import { isOwnAgent } from '../scopes/agents-of-writer.ts';
import type { ScopedText } from '../scopes/assign-scopes.ts';
import { asksReader } from '../scopes/questions-to-readers.ts';
import type { WordScope } from '../scopes/word-scope.ts';
import type { Sentence } from '../words/read-text.ts';
import type { AskedWords } from './asked-words.ts';
import type { Limits } from './own-limits.ts';

export interface RequestCues {
  /** The fields for the writer's offers and needs. Without an opening a request has no value of the first. */
  readonly offers: string;
  readonly asks: string;
  /** Fields of an offer, which a request has no values of. */
  readonly without: ReadonlySet<string>;
  /**
   * Fields for which only requests have preferences. Elsewhere a format or a model of pricing is mentioned by
   * the way.
   */
  readonly prefers: ReadonlySet<string>;
  readonly limits: Limits;
  /** Phrases of texts that belong to the domain. */
  readonly onTopic: TextMatcher<true> | null;
  /** The nouns for its profiles ("agent"). */
  readonly nouns: TextMatcher<true> | null;
  readonly openings: TextMatcher<true> | null;
  readonly cues: TextMatcher<true> | null;
  readonly notCues: TextMatcher<true> | null;
  /**
   * Phrases of conditions, and of the writer's own statements, in texts that offer and ask
   * (`demands-after-offers.ts`).
   */
  readonly demands: TextMatcher<true> | null;
  readonly own: TextMatcher<true> | null;
  /** Which words ask; null: none are known. */
  readonly askedWords: AskedWords | null;
  /** Fields that only texts with a question have. */
  readonly wishes: ReadonlySet<string>;
  /**
   * Fields with facts that are wanted after a question, and phrases of the writer's own statements there
   * (`after-question.ts`).
   */
  readonly conditions: readonly string[];
  readonly states: TextMatcher<true> | null;
}

/** `group`: searched once a text for all cues of the domain. */
export function compileRequests(
  settings: RequestSettings | undefined,
  group: PhraseGroup,
  onTopic: TextMatcher<true> | null,
  askedWords: AskedWords | null,
): RequestCues | null {
  if (settings === undefined) return null;
  return {
    offers: settings.offers,
    asks: settings.asks,
    without: new Set(settings.without),
    prefers: new Set(settings.prefers),
    limits: settings.limits ?? [],
    onTopic,
    nouns: memberOf(settings.nouns, group),
    openings: memberOf(settings.openings, group),
    cues: memberOf(settings.cues, group),
    notCues: memberOf(settings.not_cues, group),
    demands: memberOf(settings.demands, group),
    own: memberOf(settings.own, group),
    askedWords,
    wishes: new Set(settings.wishes),
    conditions: settings.conditions ?? [],
    states: memberOf(settings.states, group),
  };
}

/** The number of first sentences in which a cue stands, unless the text is a story of the writer's. */
const OPENING_SENTENCES = 6;
/** The number of "I" and "we" that makes a story. */
const STORY_FORMS = 4;
/** The first words of a text, which its opening is among. */
const OPENING_WORDS = 8;

/**
 * The word at which the text begins to ask; -1: it has an opening of a request; null: it asks for nothing.
 * `asked`: words that ask without a cue.
 */
export function asksFrom(
  text: TextDocument,
  { openings, cues, notCues }: RequestCues,
  asked: readonly number[],
): number | null {
  // Words are weaker evidence than a phrase: alone they make a request of a text that begins with them.
  const opening = asked.filter((first) => text.words[first]!.sentence === 0).map((first) => ({ first }));
  const asking = [...questionsOf(text, cues), ...opening];
  const opens = openings?.matches(text).some(({ last }) => last <= OPENING_WORDS) ?? false;
  if (!opens && asking.length === 0) return null;
  if (notCues !== null && notCues.matches(text).length > 0) return null;
  if (opens) return -1;
  const from = asking.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY);
  const isStory = text.words.filter(({ form }) => writer.has(form)).length >= STORY_FORMS;
  return isStory || text.words[from]!.sentence < OPENING_SENTENCES ? from : null;
}

/** The first word of a cue, in any text. */
export function firstCueOf(
  text: TextDocument,
  { cues }: RequestCues,
  asked: readonly number[],
): number | null {
  const [first, ...more] = [...questionsOf(text, cues).map((match) => match.first), ...asked];
  return first === undefined ? null : Math.min(first, ...more);
}

/** Questions of the writer, without those to the reader: "Need invoices read?" */
function questionsOf(text: TextDocument, cues: TextMatcher<true> | null) {
  return (cues?.matches(text) ?? []).filter(
    ({ first }) => !asksReader(text, text.sentences[text.words[first]!.sentence]!),
  );
}

/** Whether the offer at a word is the writer's: it comes before they ask, or is told by "I", "we" or "my". */
export function isOwnOffer(text: ScopedText, at: number, asks: number): boolean {
  if (at < asks) return true;
  return isOwnVoice(text, text.sentences[text.words[at]!.sentence]!);
}

/** The scopes of a request: `wish` in place of `self`, but for the writer's statements about themselves. */
export function scopesOfRequest(text: ScopedText, { own }: Pick<RequestCues, 'own'>): readonly WordScope[] {
  const scopes = [...text.scopes];
  for (const sentence of text.sentences) {
    if (isOwnVoice(text, sentence)) continue;
    for (let at = sentence.first; at < sentence.last; at++) if (scopes[at] === 'self') scopes[at] = 'wish';
  }
  for (const statement of own?.matches(text) ?? []) {
    if (!isOfWriter(text, statement)) continue;
    const { clause } = text.words[statement.first]!;
    for (let at = statement.first; text.words[at]?.clause === clause; at++) scopes[at] = 'self';
  }
  return scopes;
}

/**
 * Whether the words are about the writer: "We only talk gRPC", "on our side". "you must send a key" and "a
 * person on our side signs off" are not, since a request may ask that of its partner.
 */
function isOfWriter(
  { words }: ScopedText,
  { first, last }: Readonly<{ first: number; last: number }>,
): boolean {
  const forms = words.slice(first, last).map(({ form }) => form);
  return forms.some((form) => ofWriter.has(form)) && !forms.some((form) => approvers.has(form));
}

/** Words from the start of a sentence in which the writer appears: "Yesterday we", "Our shop". */
const WRITER_WORDS = 3;
const writer = new Set('i im ive we weve'.split(' '));
const approvers = new Set('person human people somebody someone colleague staff lawyer manager'.split(' '));
const ofWriter = new Set(
  'i im ive we weve my our mine ours us me asking asked employer asker sender'.split(' '),
);
const ownNouns = new Set('my our'.split(' '));
const conditions = new Set(
  'must has should shall need needs needed required may cannot cant want wants wont mustnt free least most only send receive get would id wed could like look looking find seek after seeking searching'.split(
    ' ',
  ),
);

/**
 * "We are a law firm", but not "Our data has to stay in the EU"; "our bot writes", "his agent talks", "ours
 * draws".
 */
function isOwnVoice(text: ScopedText, { first, last }: Sentence): boolean {
  const { words } = text;
  const opening = words.slice(first, Math.min(last, first + WRITER_WORDS));
  if (isOwnAgent(words, first, last)) return true;
  if (!ownNouns.has(opening[0]!.form) && !opening.some(({ form }) => writer.has(form))) return false;
  return !words.slice(first, last).some(({ form }) => conditions.has(form));
}
