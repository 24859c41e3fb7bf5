/** A head as something that says how likely a seeker chooses a candidate, for evaluation and the gate. */
import { type DomainHead, projectionsFor } from '../../ranking/domain-head.ts';
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
      return Float64Array.from(seekers, (seeker, n) => {
        const judge = sides[seeker]!;
        const { cross_encoder } = reader.logOdds(judge, sides[candidates[n]!]!);
        return sigmoid(reader.calibrated('cross_encoder', cross_encoder, judge));
      });
    },
  };
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
