/** Compiles the phrases that deny: those of a language, or of a domain's rules for it. */
import { type SharedWords, sharedWords } from '../../../domains/shared-words.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';

/** `label`: denies what follows its colon alone. */
type CueKind = 'not' | 'none' | 'label';

export interface NegationCues {
  readonly negators: PhraseMatcher<CueKind>;
  /** Negations that follow the phrase: "casual isn't for me", "hookups? no thanks". */
  readonly refusals: PhraseMatcher<true>;
  /** Headings that deny the list below them. */
  readonly headings: PhraseMatcher<true>;
  /** Words that end a scope. */
  readonly contrasts: ReadonlySet<string>;
}

let english: NegationCues | undefined;

export function englishNegators(): NegationCues {
  english ??= compile(sharedWords('en').negators ?? [], sharedWords('en'));
  return english;
}

/** `negators`: of a domain's rules for the language, which have those for all domains. */
export const compileNegators = (code: string, negators: readonly string[]): NegationCues =>
  compile(negators, sharedWords(code));

function compile(
  denying: readonly string[],
  { pseudo_negators, refused_labels, refusals, refusing_headings, contrasts }: SharedWords,
): NegationCues {
  const negators = new PhraseMatcher<CueKind>();
  for (const phrase of denying) negators.add(phrase, 'not');
  for (const phrase of pseudo_negators) negators.add(phrase, 'none');
  for (const phrase of refused_labels) negators.add(phrase, 'label');
  return { negators, refusals: matcherOf(refusals), headings: matcherOf(refusing_headings), contrasts };
}

function matcherOf(phrases: readonly string[]): PhraseMatcher<true> {
  const matcher = new PhraseMatcher<true>();
  for (const phrase of phrases) matcher.add(phrase, true);
  return matcher;
}
