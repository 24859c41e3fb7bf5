/**
 * Decides which side a text is of, before fields of one side are read. The evidence is from the whole text:
 * phrases of every side weighed against each other, and all words. Where the side stays unsure, fields of one
 * side are withheld rather than guessed.
 */
import { logit } from '../../../platform/numeric/logistic.ts';
import { dotFloat64 } from '../../../platform/numeric/vectors.ts';
import type { DecisionModel } from '../decision/decision-model.ts';
import type { FoundValue, TextDocument } from '../document.ts';
import type { SideModel, SideWords } from './side-words.ts';

/** By side: the evidence of phrases, alike in all domains. */
export const phraseFeatures = [
  'most confident phrase',
  'phrases',
  'first phrase',
  'in the first sentence',
  'in a heading',
  'most confident phrase of a later rule',
  'phrases of a later rule',
  'first choice',
] as const;

export interface SideFinding extends FoundValue {
  /** Position of its rule. */
  readonly rule: number;
}

export interface SideDecision {
  readonly side: string;
  readonly probability: number;
  /** A phrase of the side; undefined: only the words of the text speak for it. */
  readonly finding: SideFinding | undefined;
  /** All phrases of any side. */
  readonly findings: readonly SideFinding[];
  /** The evidence of the decision: the phrases of each side, and the words (null: not looked at). */
  readonly phrases: readonly Float64Array[];
  readonly words: Float64Array | null;
}

/** The features of one side, in the order of `phraseFeatures`. */
function phraseEvidence(
  document: TextDocument,
  side: string,
  found: readonly SideFinding[],
  firstChoice: FoundValue | undefined,
): Float64Array {
  const x = new Float64Array(phraseFeatures.length);
  let count = 0;
  let later = 0;
  for (const finding of found) {
    if (finding.value !== side) continue;
    const confidence = logit(Math.min(0.99, Math.max(0.05, finding.confidence)));
    if (finding.rule > 0) {
      later++;
      x[5] = Math.max(x[5]!, confidence);
      continue;
    }
    const { sentence } = document.words[finding.first]!;
    count += confidence > 0 ? confidence : 0.1;
    x[0] = Math.max(x[0]!, confidence);
    if (sentence === 0) x[3] = 1;
    const { first, last } = document.sentences[sentence]!;
    if (last - first <= 4) x[4] = 1;
  }
  x[1] = Math.log1p(count);
  x[2] = found[0]?.value === side ? 1 : 0;
  x[6] = Math.log1p(later);
  x[7] = firstChoice?.value === side ? 1 : 0;
  return x;
}

/** The weights of a domain's sides, looked up once. */
export interface SideWeights {
  readonly sides: readonly string[];
  /** In the order of `phraseFeatures`. */
  readonly phrases: Float64Array;
  /** null: no words of this domain are known. */
  readonly words: SideWords | null;
}

export function sideWeightsOf(
  domain: string,
  sides: readonly string[],
  { sides: weights }: Pick<DecisionModel, 'sides'>,
  model: SideModel,
): SideWeights {
  const words = model.get(domain);
  // A domain of one's own may have the name of a shipped one, and other sides.
  const isOfSides = words !== undefined && words.sides.join() === sides.join();
  return {
    sides,
    phrases: Float64Array.from(phraseFeatures, (name) => weights[name] ?? 0),
    words: isOfSides ? words : null,
  };
}

/**
 * Phrases were written with texts in view, so they seem surer than they are: their log-odds are multiplied by
 * this ...
 */
const TRUST_IN_PHRASES = 0.8;
/** ... and their lead counts at most this. */
const MOST_OF_PHRASES = 3;
/** Without a phrase a side needs this probability ... */
const SURE_OF_WORDS = 0.6;
/** The least log-odds of words for a side, against no side, without a phrase of a side ... */
const LEAST_OF_WORDS = -1;
/** ... and with one. */
const LEAST_BESIDE_PHRASES = -2;

/** A side that a language model states, with its log-odds. */
export interface StatedSide {
  readonly side: string;
  readonly logOdds: number;
}

/** `odds`: of each side against none, by the network; null: it has not read the text. */
export function decideSide(
  document: TextDocument,
  weights: SideWeights,
  found: readonly SideFinding[],
  firstChoice: FoundValue | undefined,
  odds: Float64Array | null,
  stated: StatedSide | null = null,
): SideDecision | null {
  const { sides } = weights;
  const ofWords =
    odds ?? (isMostlyForeign(document) ? null : (weights.words?.logOdds(document.words) ?? null));
  const words = stated === null ? ofWords : withStated(ofWords, sides, stated);
  // Without a phrase and without known words there is no evidence for any side.
  if (words === null && found.length === 0) return null;
  const phrases = sides.map((side) => phraseEvidence(document, side, found, firstChoice));
  const ofPhrases = phrases.map((x) => dotFloat64(weights.phrases, x));
  const logOdds = words === null ? ofPhrases : withPhrases(words, ofPhrases);
  const best = logOdds.indexOf(Math.max(...logOdds));
  // Softmax, against the sum of the other sides.
  const others = logOdds.filter((_, at) => at !== best).map((odds) => Math.exp(odds - logOdds[best]!));
  const probability = 1 / (1 + others.reduce((a, b) => a + b, 0));
  const side = sides[best]!;
  const [leastOdds, leastProbability] =
    found.length === 0 ? [LEAST_OF_WORDS, SURE_OF_WORDS] : [LEAST_BESIDE_PHRASES, 0];
  const isOfNone = words !== null && Math.max(...words) < leastOdds;
  if (isOfNone || probability < leastProbability)
    return { side, probability: 0, finding: undefined, findings: found, phrases, words };
  const finding = bestFindingOf(side, found, firstChoice);
  return { side, probability, finding, findings: found, phrases, words };
}

function withStated(
  words: Float64Array | null,
  sides: readonly string[],
  { side, logOdds }: StatedSide,
): Float64Array {
  return Float64Array.from(sides, (each, at) => (words?.[at] ?? 0) + (each === side ? logOdds : 0));
}

/** The side with the best phrases gains by their lead over those of the other sides. */
function withPhrases(words: Float64Array, ofPhrases: readonly number[]): number[] {
  const best = ofPhrases.indexOf(Math.max(...ofPhrases));
  const second = Math.max(...ofPhrases.filter((_, at) => at !== best));
  const gain = TRUST_IN_PHRASES * Math.min(MOST_OF_PHRASES, ofPhrases[best]! - second);
  return Array.from(words, (odds, at) => odds + (at === best ? gain : 0));
}

/** Words are known of English texts alone. */
export function isMostlyForeign({ sentences, languages }: TextDocument): boolean {
  let foreign = 0;
  let all = 0;
  sentences.forEach(({ first, last }, position) => {
    all += last - first;
    if (languages.isForeign[position] === true) foreign += last - first;
  });
  return foreign > all / 2;
}

function bestFindingOf(
  side: string,
  found: readonly SideFinding[],
  firstChoice: FoundValue | undefined,
): SideFinding | undefined {
  const ofSide = found.filter(({ value }) => value === side);
  return (
    ofSide.find((finding) => finding === firstChoice) ??
    ofSide.toSorted((a, b) => b.confidence - a.confidence)[0]
  );
}
