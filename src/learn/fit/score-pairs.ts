/** A head as something that says how likely a seeker chooses a candidate, for evaluation and the gate. */
import { type CrossEncoder, openCrossEncoder, readPairs } from '../../ranking/cross-encoder/cross-encoder.ts';
import { type PersonTokens, pairTokenizer } from '../../ranking/cross-encoder/pair-tokens.ts';
import { crossEncoderFor, type DomainHead, projectionsFor } from '../../ranking/domain-head.ts';
import { personPositions } from '../../ranking/person-table.ts';
import { createPairReader, type PairSide } from '../../ranking/score-pair.ts';
import { sigmoid } from '../../ranking/scoring/probability.ts';
import type { PairList, PairScorer } from '../evaluate/judged-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import { type FitPeople, fitPeople } from './fit-input.ts';

/** Scores people of the set, by their numbers in it; the cross encoder's probability of one direction. */
export function scorePairs(head: DomainHead, set: TrainingSet): PairScorer {
  return pairScorer(head, set, fitPeople(set));
}

export function pairScorer(
  head: DomainHead,
  { outcomes, definition, encoderId, frozenAtMs }: TrainingSet,
  people: FitPeople,
): PairScorer {
  const seen = { ...head, projections: projectionsFor(head, encoderId) };
  const reader = createPairReader(seen, definition, frozenAtMs);
  const sides = pairSides(head, outcomes.people, people);
  return {
    name: head.card.version,
    async score({ seekers, candidates }: PairList) {
      const points = await crossEncoderPoints(crossEncoderFor(head, encoderId), people, {
        seekers,
        candidates,
      });
      return Float64Array.from(seekers, (seeker, n) => {
        const judge = sides[seeker]!;
        const { cross_encoder } = reader.logOdds(judge, sides[candidates[n]!]!, points[n]!);
        return sigmoid(reader.calibrated('cross_encoder', cross_encoder, judge));
      });
    },
  };
}

/** On this thread: whoever evaluates has nobody else to serve. All 0 where there is none. */
async function crossEncoderPoints(
  encoder: CrossEncoder | null,
  { persons }: FitPeople,
  { seekers, candidates }: Pick<PairList, 'seekers' | 'candidates'>,
): Promise<Float64Array> {
  if (encoder === null) return new Float64Array(seekers.length);
  const { person } = pairTokenizer(encoder.vocabulary);
  const known = new Map<number, PersonTokens>();
  const tokensOf = (number: number) => {
    const tokens = known.get(number) ?? person(persons[number]!);
    known.set(number, tokens);
    return tokens;
  };
  const { read, close } = await openCrossEncoder(encoder);
  const pairs = Array.from(seekers, (seeker, n) => [tokensOf(seeker), tokensOf(candidates[n]!)] as const);
  return readPairs(encoder, pairs, read).finally(close);
}

/** Everybody as the head sees them [P]. */
export function pairSides(
  head: DomainHead,
  userIds: readonly string[],
  { persons, vectors, sides }: FitPeople,
): readonly PairSide[] {
  const positions = personPositions(head.people);
  return userIds.map((userId, n) => ({
    person: persons[n]!,
    vector: vectors[n]!,
    side: sides[n]!,
    position: positions.get(userId) ?? -1,
  }));
}
