/** The compared ways to rank: each gives a score to every (job, candidate), higher is better. */

import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { pairScorer } from '../../src/matching/learn/fit/score-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { dot } from '../../src/platform/numeric/vectors.ts';
import { bm25 } from '../baselines/bm25.ts';
import type { Market } from './simulate-market.ts';

/** [jobs × candidates], by job. */
export interface Ranking {
  readonly name: string;
  readonly scores: Float64Array;
}

const PLACE_AND_FUNCTION = /function|commute/;
const SHARED_WORDS = /^shared_words$/;

export interface NumberedPairs {
  /** Positions of participants in the market [N]. */
  readonly jobs: Uint32Array;
  readonly candidates: Uint32Array;
}

/** Number of each participant among the people of the set. */
export function numbersIn({ outcomes }: TrainingSet, { participants }: Market): readonly number[] {
  const numberOf = new Map(outcomes.people.map((userId, n) => [userId, n]));
  return participants.map(({ userId }) => numberOf.get(userId)!);
}

export async function rankings(
  market: Market,
  set: TrainingSet,
  pairs: NumberedPairs,
  seed: number,
): Promise<readonly Ranking[]> {
  const { participants, utility } = market;
  const numbers = numbersIn(set, market);
  const people = fitPeople(set);
  const over = (score: (job: number, candidate: number) => number) =>
    Float64Array.from(pairs.jobs, (job, n) => score(job, pairs.candidates[n]!));
  const cosine = over((job, candidate) => {
    const [a, b] = [people.vectors[numbers[job]!], people.vectors[numbers[candidate]!]];
    return a == null || b == null ? 0 : dot(a, b);
  });
  const words = bm25(participants.map(({ text }) => text));
  const asked = new Map([...new Set(pairs.jobs)].map((job) => [job, words(participants[job]!.text)]));
  const random = new SeededRandom(seed);
  const prior = domainPrior(set.definition);
  const { scorecard } = prior.card;
  const without = (left: RegExp) => {
    const terms = scorecard.terms.filter(({ name }) => !left.test(name));
    return { ...prior, card: { ...prior.card, scorecard: { ...scorecard, terms } } };
  };
  const byModel = async (model: typeof prior) => {
    const scorer = pairScorer(model, set, people);
    const list = (from: Uint32Array, to: Uint32Array) => ({
      people: set.outcomes.people,
      seekers: from.map((n) => numbers[n]!),
      candidates: to.map((n) => numbers[n]!),
    });
    const there = await scorer.score(list(pairs.jobs, pairs.candidates));
    const back = await scorer.score(list(pairs.candidates, pairs.jobs));
    return there.map((probability, n) => probability * back[n]!);
  };
  return [
    { name: 'prior', scores: await byModel(prior) },
    { name: 'prior without function and commute', scores: await byModel(without(PLACE_AND_FUNCTION)) },
    { name: 'prior without shared words', scores: await byModel(without(SHARED_WORDS)) },
    { name: 'embedding alone', scores: cosine },
    { name: 'BM25', scores: over((job, candidate) => asked.get(job)![candidate]!) },
    { name: 'chance', scores: over(() => random.uniform()) },
    {
      name: 'truth',
      scores: over((job, candidate) => utility(participants[candidate]!, participants[job]!)),
    },
  ];
}
