/**
 * Compiles the phrases that switch scopes: those of a language for all domains (`sharedWords`), and those that
 * a domain adds (`extraction:`).
 */
import type { ExtractionSettings } from '../../../domains/extraction-settings.ts';
import type { LanguageRules } from '../../../domains/language-rules.ts';
import { type SharedWords, sharedWords } from '../../../domains/shared-words.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';

export type Cue =
  | 'wish'
  | 'self'
  | 'weakSelf'
  | 'behalf'
  | 'other'
  | 'past'
  | 'neutral'
  | 'kin'
  | 'attribute';
export type Heading = 'self' | 'wish';
/** The meaning of a phrase in a language that names the wished-for person after a verb of wanting. */
export type WishSign = 'verb' | 'person' | 'fronted' | 'company' | 'writer';

export interface ScopeCues {
  readonly cues: PhraseMatcher<Cue>;
  readonly headings: PhraseMatcher<Heading>;
  readonly neutralYou: boolean;
  /** Whether a range of ages is a wish (`mark-wished-ages.ts`). */
  readonly wishesAges: boolean;
  /** Whether a former value is the past (`mark-former-values.ts`). */
  readonly marksChanges: boolean;
  /** The wishes of a person whom the author writes for. */
  readonly spokenWishes: PhraseMatcher<true>;
  /** The author's own wishes and deeds; null: not known in this language. */
  readonly ownWishes: PhraseMatcher<true> | null;
  /** Wishes for a person; null: not known. */
  readonly wishes: PhraseMatcher<WishSign> | null;
  readonly words: Pick<SharedWords, 'conjunctions' | 'subordinators' | 'ends_past' | 'writer'>;
  /** Words that are evidence of the language. Attribute words ("hotel", "music") occur in many languages. */
  readonly vocabulary: ReadonlySet<string>;
}

type Phrases = readonly string[] | undefined;

/** The cues of English, with those of a domain. */
export function compileScopeCues(settings: Partial<ExtractionSettings> = {}, wishesAges = false): ScopeCues {
  const words = sharedWords('en');
  return compile(words, words, settings, wishesAges);
}

/** The cues of another language: a domain's rules for it have those of the language for all domains. */
export function compileForeignCues(code: string, rules: LanguageRules): ScopeCues {
  return compile(rules, sharedWords(code), { neutral_you: true }, false);
}

function compile(
  rules: Partial<LanguageRules>,
  words: SharedWords,
  settings: Partial<ExtractionSettings>,
  wishesAges: boolean,
): ScopeCues {
  const neutralYou = settings.neutral_you ?? false;
  const wishesOwn = settings.neutral_wishes !== true;
  const namesOthers = settings.neutral_others !== true;
  const cues = matcherOf<Cue>([
    ['wish', wishesOwn ? rules.wish_cues?.filter((phrase) => !(neutralYou && saysYou.test(phrase))) : []],
    ['wish', settings.wish_cues],
    ['self', rules.self_cues],
    ['self', settings.self_cues],
    ['weakSelf', words.weak_self_cues],
    ['other', namesOthers ? rules.other_cues : []],
    ['kin', namesOthers ? words.kin_nouns : []],
    ['other', settings.other_cues],
    ['behalf', settings.behalf_cues],
    ['past', rules.past_cues],
    ['neutral', words.neutral_cues],
  ]);
  const vocabulary = new Set(cues.vocabulary);
  for (const phrase of words.attribute_cues) cues.add(phrase, 'attribute');
  return {
    cues,
    headings: matcherOf<Heading>([
      ['self', rules.self_headings],
      ['self', settings.self_headings],
      ['wish', wishesOwn ? rules.wish_headings : []],
      ['wish', settings.wish_headings],
    ]),
    neutralYou,
    wishesAges,
    marksChanges: settings.requests !== undefined,
    spokenWishes: matcherOf<true>([
      [true, rules.spoken_for_cues],
      [true, settings.spoken_for_cues],
    ]),
    ownWishes: words.own_wishes === null ? null : matcherOf<true>([[true, words.own_wishes]]),
    wishes: wishesOf(words.wishes),
    words,
    vocabulary,
  };
}

const saysYou = /\byou|\(you/;

function wishesOf(wishes: SharedWords['wishes']): PhraseMatcher<WishSign> | null {
  if (wishes === undefined) return null;
  const { verbs, fronted, people, company, writer } = wishes;
  return matcherOf<WishSign>([
    ['verb', verbs],
    ['fronted', fronted],
    ['person', people],
    ['company', company],
    ['writer', writer],
  ]);
}

function matcherOf<Payload>(lists: readonly (readonly [Payload, Phrases])[]): PhraseMatcher<Payload> {
  const matcher = new PhraseMatcher<Payload>();
  for (const [payload, phrases] of lists) for (const phrase of phrases ?? []) matcher.add(phrase, payload);
  return matcher;
}
