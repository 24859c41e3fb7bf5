/** The compared ways to rank vacancies for a CV: each scores every (CV, vacancy), higher is better. */
import { fitPeople } from '../../../src/matching/learn/fit/fit-people.ts';
import { pairScorer } from '../../../src/matching/learn/fit/score-pairs.ts';
import type { TrainingSet } from '../../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../../src/matching/ranking/models/model-catalog.ts';
import { mean } from '../../../src/platform/numeric/statistics.ts';
import { dot } from '../../../src/platform/numeric/vectors.ts';
import { bm25 } from '../../baselines/bm25.ts';

/** Scores by CV and vacancy. */
export type Scores = readonly (readonly number[])[];

export interface Way {
  readonly name: string;
  readonly scores: Scores;
}

export interface Texts {
  readonly cvs: readonly string[];
  readonly vacancies: readonly string[];
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
export async function rankVacancies(set: TrainingSet, texts: Texts): Promise<readonly Way[]> {
  const prior = domainPrior(set.definition);
  const { scorecard } = prior.card;
  const score = pairsOf(set, texts);
  const ways = [...(await plainRankings(set, texts))];
  for (const { name } of scorecard.terms) {
    const terms = scorecard.terms.filter((term) => term.name !== name);
    const model = { ...prior, card: { ...prior.card, scorecard: { ...scorecard, terms } } };
    ways.push({ name: `prior without ${name}`, scores: await score(model) });
  }
  return ways;
}

/** Scores of a model, both directions multiplied. CVs are the first people of the set, then the vacancies. */
function pairsOf(set: TrainingSet, { cvs, vacancies }: Texts) {
  const people = fitPeople(set);
  const numberOf = new Map(set.outcomes.people.map((userId, n) => [userId, n]));
  const seekers = Uint32Array.from(cvs.flatMap((_, cv) => vacancies.map(() => numberOf.get(`cv-${cv}`)!)));
  const candidates = Uint32Array.from(
    cvs.flatMap(() => vacancies.map((_, vacancy) => numberOf.get(`vacancy-${vacancy}`)!)),
  );
  const ids = set.outcomes.people;
  return async (model: ReturnType<typeof domainPrior>): Promise<Scores> => {
    const scorer = pairScorer(model, set, people);
    const there = await scorer.score({ people: ids, seekers, candidates });
    const back = await scorer.score({ people: ids, seekers: candidates, candidates: seekers });
    const V = vacancies.length;
    return cvs.map((_, cv) => vacancies.map((_, v) => there[cv * V + v]! * back[cv * V + v]!));
  };
}

function cosines(set: TrainingSet, { cvs, vacancies }: Texts): Scores {
  const { vectors } = fitPeople(set);
  const vectorOf = (id: string) => vectors[set.outcomes.people.indexOf(id)]!;
  return cvs.map((_, cv) => vacancies.map((_, v) => dot(vectorOf(`cv-${cv}`), vectorOf(`vacancy-${v}`))));
}

/** BM25 of the vacancies for the words of the CV, with the document frequencies of all texts. */
function wordScores({ cvs, vacancies }: Texts): Scores {
  const words = bm25([...vacancies, ...cvs]);
  return cvs.map((cv) => [...words(cv).subarray(0, vacancies.length)]);
}

/** Each CV's scores with mean 0 and deviation 1. */
function standardised(scores: Scores): Scores {
  return scores.map((row) => {
    const middle = mean(row);
    const deviation = Math.sqrt(mean(row.map((value) => (value - middle) ** 2))) || 1;
    return row.map((value) => (value - middle) / deviation);
  });
}

function added(a: Scores, b: Scores): Scores {
  return a.map((row, n) => row.map((value, v) => value + b[n]![v]!));
}
