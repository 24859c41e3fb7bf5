/**
 * Decides which side a text is of, from the whole text, before fields of one side are read: phrases of every
 * side weighed against each other, and how the text is written. Where it stays unsure, numbers of one side are
 * withheld rather than guessed.
 */
import { logit, sigmoid } from '../../numeric/logistic.ts';
import { dotFloat64 } from '../../numeric/vectors.ts';
import type { DecisionModel } from '../decision/decision-model.ts';
import type { FoundValue, TextDocument } from '../document.ts';
import { styleNames, styleOf } from './text-style.ts';

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
  /** A phrase of the side; undefined: only the way it is written speaks for it. */
  readonly finding: SideFinding | undefined;
  /** All phrases of any side. */
  readonly findings: readonly SideFinding[];
  /** What it was decided by: the phrases of each side, and the way of writing (null: not looked at). */
  readonly phrases: readonly Float64Array[];
  readonly style: Float64Array | null;
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

const MIN_WORDS = 25;
/** The least probability of a side that no phrase speaks for. */
const SURE_OF_STYLE = 0.9;
/** The same of a text without a digit: most letters to the support desk have none, and most offers have a figure. */
const MIN_WORDS_WITHOUT_DIGIT = 45;

/** The weights of a domain's sides, looked up once. */
export interface SideWeights {
  readonly sides: readonly string[];
  /** In the order of `phraseFeatures`. */
  readonly phrases: Float64Array;
  /** By side, in the order of `styleNames`; null: how texts of this domain are written is not known. */
  readonly styles: readonly Float64Array[] | null;
}

export function sideWeightsOf(
  domain: string,
  sides: readonly string[],
  { sides: weights }: Pick<DecisionModel, 'sides'>,
): SideWeights {
  const hasStyle = sides.some((side) => weights[`${domain}.${side} bias`] !== undefined);
  const styleOfSide = (side: string) =>
    Float64Array.from(styleNames, (name) => weights[`${domain}.${side} ${name}`] ?? 0);
  return {
    sides,
    phrases: Float64Array.from(phraseFeatures, (name) => weights[name] ?? 0),
    styles: hasStyle ? sides.map(styleOfSide) : null,
  };
}

export function decideSide(
  document: TextDocument,
  { sides, phrases: phraseWeights, styles }: SideWeights,
  found: readonly SideFinding[],
  firstChoice: FoundValue | undefined,
): SideDecision | null {
  const style = styles === null || isMostlyForeign(document) ? null : styleOf(document);
  // Without a phrase and without a known way of writing nothing speaks for any side.
  if (style === null && found.length === 0) return null;
  const phrases = sides.map((side) => phraseEvidence(document, side, found, firstChoice));
  const logOdds = sides.map(
    (_, position) =>
      dotFloat64(phraseWeights, phrases[position]!) +
      (style === null ? 0 : dotFloat64(styles![position]!, style)),
  );
  const best = logOdds.indexOf(Math.max(...logOdds));
  // Softmax, against the sum of the other sides.
  const others = logOdds.filter((_, at) => at !== best).map((odds) => Math.exp(odds - logOdds[best]!));
  const probability = others.length === 0 ? 1 : sigmoid(-Math.log(others.reduce((a, b) => a + b, 0)));
  const side = sides[best]!;
  // The way of writing alone decides only long texts, and where it is sure: others may be about anything.
  const least = /\d/.test(document.text) ? MIN_WORDS : MIN_WORDS_WITHOUT_DIGIT;
  if (found.length === 0 && (document.words.length < least || probability < SURE_OF_STYLE))
    return { side, probability: 0, finding: undefined, findings: found, phrases, style };
  const finding = bestFindingOf(side, found, firstChoice);
  return { side, probability, finding, findings: found, phrases, style };
}

/** The way of writing is known of English texts alone. */
function isMostlyForeign({ sentences, languages }: TextDocument): boolean {
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
