/**
 * Why a match has its score: the parts of the log-odds in both directions, read again by the very code that summed
 * them (`ReadyTerm.read`, `sentencePoints`, the pool's text evidence), so that they add up; and the strongest of
 * them in words.
 */
import type { MatchResult } from '../../contract/match.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import type { Direction } from '../../ranking/scoring/read-columns.ts';
import { nearestSentences, quote } from '../../ranking/scoring/sentences.ts';
import { readsAlike } from '../../ranking/scoring/sum-columns.ts';
import type { Summed } from '../pool.ts';
import { sentencePoints } from '../stages/cross-encoder.ts';
import { renderReason } from './render-reason.ts';

export type ExplainedTerm = NonNullable<MatchResult['matches'][number]['terms']>[number];

interface Part {
  readonly name: string;
  readonly points: number;
  readonly reason: string | null;
  /** The two directions are bound to agree; the seeker's sentence tells both. */
  readonly alike: boolean;
}

/** Terms in their order of strength; those that gave nothing are left out. */
export function explainTerms(
  summed: Summed,
  textEvidence: number,
  seeker: Person,
  candidate: Person,
  twoWay: boolean,
): readonly ExplainedTerm[] {
  const forward = parts(summed, textEvidence, 'forward', seeker, candidate);
  const backward = twoWay ? parts(summed, textEvidence, 'backward', candidate, seeker) : null;
  const terms = forward.flatMap((part, at) => merged(part, backward?.[at]));
  return terms.toSorted((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds));
}

/** The same part of both directions: one entry where they agree, else one each. */
function merged(forward: Part, backward: Part | undefined): readonly ExplainedTerm[] {
  if (backward === undefined) return entry(forward, 'seeker_to_candidate');
  const agree = forward.points === backward.points && forward.reason === backward.reason;
  if (forward.alike || agree) return entry(forward, 'both');
  return [...entry(forward, 'seeker_to_candidate'), ...entry(backward, 'candidate_to_seeker')];
}

function entry(
  { name, points, reason }: Part,
  direction: ExplainedTerm['direction'],
): readonly ExplainedTerm[] {
  if (points === 0) return [];
  return [{ name, direction, log_odds: points, ...(reason !== null && { reason }) }];
}

function parts(
  summed: Summed,
  textEvidence: number,
  direction: Direction,
  me: Person,
  other: Person,
): readonly Part[] {
  const { intercept, terms, text, sentences } = summed;
  return [
    { name: 'intercept', points: intercept, reason: null, alike: true },
    ...terms.map((ready) => {
      const reading = ready.read(me, other);
      const reason = renderReason(ready, reading, direction, me, other);
      return { name: ready.term.name, points: reading.points, reason, alike: readsAlike(ready) };
    }),
    ...(text
      ? [{ name: 'text_similarity', points: textEvidence, reason: textReason(textEvidence), alike: true }]
      : []),
    ...(sentences === null ? [] : [sentencePart(sentences, direction, me, other)]),
  ];
}

/** Log-odds from which the likeness of the whole texts is worth a sentence. */
const TEXT_WORTH_SAYING = 0.2;

function textReason(points: number): string | null {
  if (points >= TEXT_WORTH_SAYING) return 'Your profiles speak of similar things';
  if (points <= -TEXT_WORTH_SAYING) return 'Your profiles speak of different things';
  return null;
}

function sentencePart(
  prior: NonNullable<Summed['sentences']>,
  direction: Direction,
  me: Person,
  other: Person,
): Part {
  const points = sentencePoints(prior, me, other);
  const nearest = nearestSentences(me.sentences, other.sentences).toSorted((a, b) => b.cosine - a.cosine)[0];
  if (nearest === undefined || nearest.cosine < prior.quote_above || points <= 0) {
    return { name: 'sentences', points, reason: null, alike: false };
  }
  const [yours, theirs] =
    direction === 'forward' ? [nearest.mine, nearest.theirs] : [nearest.theirs, nearest.mine];
  const reason = `You: «${quote(yours.text)}»; they: «${quote(theirs.text)}»`;
  return { name: 'sentences', points, reason, alike: false };
}
