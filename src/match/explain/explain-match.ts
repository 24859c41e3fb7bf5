/**
 * Explains the score of a match: the parts of the log-odds in both directions, and sentences for the
 * strongest. Terms and sentences are computed again by the code that summed them. The other parts are read
 * from the columns of the pool. So the parts add up.
 */
import { asLogOdds, type LogOdds } from '../../contract/brands.ts';
import type { MatchResult } from '../../contract/match.ts';
import type { PersonEvidence } from '../../ranking/person-effects.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import type { Direction } from '../../ranking/scoring/read-term.ts';
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
  const forward = withCalibration(
    parts(breakdown, evidence, 'forward', seeker, candidate),
    evidence.calibrated.forward,
  );
  const backward = twoWay
    ? withCalibration(parts(breakdown, evidence, 'backward', candidate, seeker), evidence.calibrated.backward)
    : null;
  const terms = forward.flatMap((part, at) => merged(part, backward?.[at]));
  return terms.toSorted((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds));
}

/** The same part of both directions: one entry where they agree, else one each. */
function merged(forward: Part, backward: Part | undefined): readonly ExplainedTerm[] {
  if (backward === undefined) return entry(forward, 'seeker_to_candidate');
  const agree = forward.points === backward.points && forward.reason === backward.reason;
  if (forward.isSymmetric || agree) return entry(forward, 'both');
  return [...entry(forward, 'seeker_to_candidate'), ...entry(backward, 'candidate_to_seeker')];
}

function entry(
  { name, points, reason }: Part,
  direction: ExplainedTerm['direction'],
): readonly ExplainedTerm[] {
  if (points === 0) return [];
  return [{ name, direction, log_odds: points, ...(reason !== null && { reason }) }];
}

/** A smaller difference of log-odds is a rounding error. */
const ROUNDING = 1e-9;

/** The parts plus the effect of calibration as one more, so that they add up to the calibrated log-odds. */
function withCalibration(parts: readonly Part[], calibrated: LogOdds): readonly Part[] {
  const gap = calibrated - parts.reduce((sum, { points }) => sum + points, 0);
  const points = asLogOdds(Math.abs(gap) < ROUNDING ? 0 : gap);
  return [...parts, { name: 'calibration', points, reason: null, isSymmetric: false }];
}

function parts(
  breakdown: ScoreBreakdown,
  evidence: PairEvidence,
  direction: Direction,
  me: Person,
  other: Person,
): readonly Part[] {
  const { intercept, terms, sentences } = breakdown;
  return [
    { name: 'intercept', points: asLogOdds(intercept), reason: null, isSymmetric: true },
    ...terms.map((ready) => {
      const reading = ready.read(me, other);
      // `merged` takes the seeker's sentence.
      const isUnread = ready.isSymmetric && direction === 'backward';
      const reason = isUnread ? null : renderReason(ready, reading, direction, me, other);
      return { name: ready.term.name, points: reading.points, reason, isSymmetric: ready.isSymmetric };
    }),
    ...personParts(evidence.personEffects?.[direction] ?? null, direction),
    ...(evidence.text === null ? [] : [textPart(evidence.text, direction)]),
    ...(sentences === null ? [] : [sentencePart(sentences, direction, me, other)]),
    ...evidence.named.map(({ name, points }) => partWithoutReason(name, points, direction)),
  ];
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
  const { selectivity, desirability, affinity } = effects;
  const forward = direction === 'forward';
  const desirabilityReason = forward ? 'They are often chosen by others' : null;
  const affinityReason = forward
    ? 'Chosen by people whose choices are like yours'
    : 'You were chosen by people whose choices are like theirs';
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
