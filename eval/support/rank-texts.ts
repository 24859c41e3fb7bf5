/** The compared ways to rank texts for a text: each scores every (seeker, candidate), higher is better. */
import type { Term } from '../../src/domains/scorecard.ts';
import { fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { pairScorer } from '../../src/matching/learn/fit/score-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { mean } from '../../src/platform/numeric/statistics.ts';
import { dot } from '../../src/platform/numeric/vectors.ts';
import { bm25 } from '../baselines/bm25.ts';

/** Scores by seeker and candidate. */
export type Scores = readonly (readonly number[])[];

export interface Way {
  readonly name: string;
  readonly scores: Scores;
}

/** Texts of the people `seeker-0` … and `candidate-0` … of a set. */
export interface Texts {
  readonly seekers: readonly string[];
  readonly candidates: readonly string[];
}

/** BM25 with the embedding, the prior, and the two apart. */
export async function plainRankings(set: TrainingSet, texts: Texts): Promise<readonly Way[]> {
  const embedding = cosines(set, texts);
  const words = wordScores(texts);
  return [
    { name: 'BM25 + embedding', scores: added(standardised(words), standardised(embedding)) },
    { name: 'prior', scores: await pairsOf(set, texts)(domainPrior(set.definition)) },
    { name: 'embedding', scores: embedding },
    { name: 'BM25', scores: words },
  ];
}

/** The same, and the prior without each of its terms. */
export async function rankWithoutTerms(set: TrainingSet, texts: Texts): Promise<readonly Way[]> {
  const { terms } = domainPrior(set.definition).card.scorecard;
  const ways = [...(await plainRankings(set, texts))];
  for (const { name } of terms) {
    const others = terms.filter((term) => term.name !== name);
    ways.push(await priorWith(set, texts, `prior without ${name}`, others));
  }
  return ways;
}

/** The prior of the domain with `terms` in place of its own. */
export async function priorWith(
  set: TrainingSet,
  texts: Texts,
  name: string,
  terms: readonly Term[],
): Promise<Way> {
  const prior = domainPrior(set.definition);
  const scorecard = { ...prior.card.scorecard, terms: [...terms] };
  const model = { ...prior, card: { ...prior.card, scorecard } };
  return { name, scores: await pairsOf(set, texts)(model) };
}

/** Scores of a model; in reciprocal domains both directions are multiplied. */
function pairsOf(set: TrainingSet, texts: Texts) {
  const people = fitPeople(set);
  const ids = set.outcomes.people;
  const numberOf = new Map(ids.map((userId, n) => [userId, n]));
  const C = texts.candidates.length;
  const seekers = Uint32Array.from(
    texts.seekers.flatMap((_, s) => texts.candidates.map(() => numberOf.get(`seeker-${s}`)!)),
  );
  const candidates = Uint32Array.from(
    texts.seekers.flatMap(() => texts.candidates.map((_, c) => numberOf.get(`candidate-${c}`)!)),
  );
  const isReciprocal = set.definition.reciprocal !== 'off';
  return async (model: ReturnType<typeof domainPrior>): Promise<Scores> => {
    const scorer = pairScorer(model, set, people);
    const there = await scorer.score({ people: ids, seekers, candidates });
    const back = isReciprocal
      ? await scorer.score({ people: ids, seekers: candidates, candidates: seekers })
      : there.map(() => 1);
    return texts.seekers.map((_, s) => texts.candidates.map((_, c) => there[s * C + c]! * back[s * C + c]!));
  };
}

/** 0 where a profile has no text that is encoded. */
function cosines(set: TrainingSet, { seekers, candidates }: Texts): Scores {
  const { vectors } = fitPeople(set);
  const vectorOf = (id: string) => vectors[set.outcomes.people.indexOf(id)] ?? null;
  const cosine = (a: Float32Array | null, b: Float32Array | null) =>
    a === null || b === null ? 0 : dot(a, b);
  return seekers.map((_, s) =>
    candidates.map((_, c) => cosine(vectorOf(`seeker-${s}`), vectorOf(`candidate-${c}`))),
  );
}

/** BM25 of the candidates for the words of the seeker, with the document frequencies of all texts. */
function wordScores({ seekers, candidates }: Texts): Scores {
  const words = bm25([...candidates, ...seekers]);
  return seekers.map((text) => [...words(text).subarray(0, candidates.length)]);
}

/** The scores of each seeker with mean 0 and deviation 1. */
function standardised(scores: Scores): Scores {
  return scores.map((row) => {
    const middle = mean(row);
    const deviation = Math.sqrt(mean(row.map((value) => (value - middle) ** 2))) || 1;
    return row.map((value) => (value - middle) / deviation);
  });
}

function added(a: Scores, b: Scores): Scores {
  return a.map((row, n) => row.map((value, c) => value + b[n]![c]!));
}
