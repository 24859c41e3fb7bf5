/**
 * Explains the score of a match: the parts of the log-odds in both directions, and sentences for the
 * strongest. Terms and sentences are computed again by the code that summed them. The other parts are read
 * from the columns of the pool. So the parts add up.
 */
import { asLogOdds, type LogOdds } from '../../../contract/brands.ts';
import type { MatchResult } from '../../../contract/match.ts';
import type { PersonEvidence } from '../../ranking/person-effects.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import type { Direction, ReadyTerm } from '../../ranking/scoring/ready-term.ts';
import { nearestSentences, quote, sentenceSimilarity } from '../../ranking/scoring/sentences.ts';
import type { ScoreBreakdown, SentencePrior } from '../pool/score.ts';
import { renderReason } from './render-reason.ts';

export type ExplainedTerm = NonNullable<MatchResult['matches'][number]['terms']>[number];

interface Part {
  readonly name: string;
  readonly points: LogOdds;
  readonly reason: string | null;
  /** The two directions always agree, so the seeker's sentence stands for both. */
  readonly isSymmetric: boolean;
}

/** Log-odds in each direction. */
export interface PairPoints {
  readonly forward: LogOdds;
  readonly backward: LogOdds;
}

/** The evidence on a pair that is taken from the pool, not read again. */
export interface PairEvidence {
  /** Similarity of the whole texts; null: not in the sum. */
  readonly text: PairPoints | null;
  /** The evidence columns by name. */
  readonly named: readonly { readonly name: string; readonly points: PairPoints }[];
  /** Calibrated log-odds. Their difference from the sum of the parts is the part `calibration`. */
  readonly calibrated: PairPoints;
  readonly personEffects: Readonly<Record<Direction, PersonEvidence>> | null;
}

/** Terms, strongest first; terms of 0 points are left out. */
export function explainTerms(
  breakdown: ScoreBreakdown,
  evidence: PairEvidence,
  seeker: Person,
  candidate: Person,
  twoWay: boolean,
): readonly ExplainedTerm[] {
  const forward = parts(breakdown, evidence, 'forward', seeker, candidate);
  const backward = twoWay ? parts(breakdown, evidence, 'backward', candidate, seeker, forward) : null;
  const terms: ExplainedTerm[] = [];
  for (let at = 0; at < forward.length; at++) addTerms(terms, forward[at]!, backward?.[at]);
  return terms.sort((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds));
}

/** The same part of both directions: one entry where they agree, else one each. */
function addTerms(terms: ExplainedTerm[], forward: Part, backward: Part | undefined): void {
  if (backward === undefined) addTerm(terms, forward, 'seeker_to_candidate');
  else if (forward.isSymmetric || isAlike(forward, backward)) addTerm(terms, forward, 'both');
  else {
    addTerm(terms, forward, 'seeker_to_candidate');
    addTerm(terms, backward, 'candidate_to_seeker');
  }
}

const isAlike = (a: Part, b: Part): boolean => a.points === b.points && a.reason === b.reason;

function addTerm(
  terms: ExplainedTerm[],
  { name, points, reason }: Part,
  direction: ExplainedTerm['direction'],
): void {
  if (points === 0) return;
  terms.push(
    reason === null ? { name, direction, log_odds: points } : { name, direction, log_odds: points, reason },
  );
}

/** A smaller difference of log-odds is a rounding error. */
const ROUNDING = 1e-9;

/** The effect of calibration as a part, with which the parts add up to the calibrated log-odds. */
function calibrationPart(parts: readonly Part[], calibrated: LogOdds): Part {
  let sum = 0;
  for (const { points } of parts) sum += points;
  const gap = calibrated - sum;
  const points = asLogOdds(Math.abs(gap) < ROUNDING ? 0 : gap);
  return { name: 'calibration', points, reason: null, isSymmetric: false };
}

/**
 * `opposite`: the parts of the other direction, where they are known. A symmetric term has the same part
 * there, with the seeker's sentence, and is read once.
 */
function parts(
  breakdown: ScoreBreakdown,
  evidence: PairEvidence,
  direction: Direction,
  me: Person,
  other: Person,
  opposite: readonly Part[] | null = null,
): readonly Part[] {
  const { intercept, terms, sentences } = breakdown;
  const all: Part[] = [{ name: 'intercept', points: asLogOdds(intercept), reason: null, isSymmetric: true }];
  for (const ready of terms) {
    const known = ready.isSymmetric ? opposite?.[all.length] : undefined;
    all.push(known ?? termPart(ready, direction, me, other));
  }
  all.push(...personParts(evidence.personEffects?.[direction] ?? null, direction));
  if (evidence.text !== null) all.push(textPart(evidence.text, direction));
  if (sentences !== null) all.push(sentencePart(sentences, direction, me, other));
  for (const { name, points } of evidence.named) all.push(partWithoutReason(name, points, direction));
  all.push(calibrationPart(all, evidence.calibrated[direction]));
  return all;
}

function termPart(ready: ReadyTerm, direction: Direction, me: Person, other: Person): Part {
  const reading = ready.read(me, other);
  const reason = renderReason(ready, reading, direction, me, other);
  return { name: ready.term.name, points: reading.points, reason, isSymmetric: ready.isSymmetric };
}

/** A part without a sentence: networks give none, and `chooseReasons` adds the judge's. */
function partWithoutReason(name: string, points: PairPoints, direction: Direction): Part {
  return { name, points: points[direction], reason: null, isSymmetric: points.forward === points.backward };
}

/** Log-odds from which a person effect gets a sentence. */
const MIN_EFFECT_POINTS = 0.3;

/**
 * The person effects learned from outcomes. Selectivity gets no sentence: that a user says yes to many does
 * not speak for the pair.
 */
function personParts(effects: PersonEvidence | null, direction: Direction): readonly Part[] {
  if (effects === null) return [];
  const { selectivity, desirability, affinity, neighbours } = effects;
  const forward = direction === 'forward';
  const desirabilityReason = forward ? 'They are often chosen by others' : null;
  const affinityReason = forward
    ? 'Chosen by people whose choices are like yours'
    : 'You were chosen by people whose choices are like theirs';
  const neighboursReason = forward
    ? 'Chosen by people who chose the same as you'
    : 'You were chosen by people who chose the same as they did';
  const part = (name: string, points: LogOdds, reason: string | null): Part => ({
    name,
    points,
    reason: points >= MIN_EFFECT_POINTS ? reason : null,
    isSymmetric: false,
  });
  return [
    part('selectivity', selectivity, null),
    part('desirability', desirability, desirabilityReason),
    part('affinity', affinity, affinityReason),
    part('neighbours', neighbours, neighboursReason),
  ];
}

/** Log-odds from which the similarity of the whole texts gets a sentence. */
const MIN_TEXT_POINTS = 0.2;

function textPart(text: PairPoints, direction: Direction): Part {
  const points = text[direction];
  return {
    name: 'text_similarity',
    points,
    reason: textReason(points),
    isSymmetric: text.forward === text.backward,
  };
}

function textReason(points: number): string | null {
  if (points >= MIN_TEXT_POINTS) return 'Your profiles speak of similar things';
  if (points <= -MIN_TEXT_POINTS) return 'Your profiles speak of different things';
  return null;
}

function sentencePart(prior: SentencePrior, direction: Direction, me: Person, other: Person): Part {
  const pairs = nearestSentences(me.sentences, other.sentences);
  const points = cosineEvidence(prior, sentenceSimilarity(pairs, prior.best));
  const nearest = pairs.toSorted((a, b) => b.cosine - a.cosine)[0];
  if (nearest === undefined || nearest.cosine < prior.quote_above || points <= 0) {
    return { name: 'sentences', points, reason: null, isSymmetric: false };
  }
  const [yours, theirs] =
    direction === 'forward' ? [nearest.mine, nearest.theirs] : [nearest.theirs, nearest.mine];
  const reason = `You: «${quote(yours.text)}»; they: «${quote(theirs.text)}»`;
  return { name: 'sentences', points, reason, isSymmetric: false };
}
