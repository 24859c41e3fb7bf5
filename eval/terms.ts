/**
 * Each scorecard term's share of the variance of the prior's log-odds, over random pairs of every domain's
 * samples. A term that dominates the order is seen at once: a wrong value of its field would turn a ranking
 * around.
 *
 * Share = covariance of the term's points with the sum of all, by the variance of the sum: shares add up to
 * 1.
 *
 *   npm run eval -- terms [DOMAIN]
 */
import { printTable } from '../bench/support/measure.ts';
import type { DomainDefinition } from '../src/domains/definition.ts';
import { sampleProfiles } from '../src/domains/sample-profiles.ts';
import { shippedDomains } from '../src/domains/shipped-domains.ts';
import { fitPeople } from '../src/matching/learn/fit/fit-people.ts';
import { cosineEvidence } from '../src/matching/ranking/scoring/probability.ts';
import { readyTerm } from '../src/matching/ranking/scoring/ready-term.ts';
import { nearestSentences, sentenceSimilarity } from '../src/matching/ranking/scoring/sentences.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { mean } from '../src/platform/numeric/statistics.ts';
import { dot } from '../src/platform/numeric/vectors.ts';
import { openProfiles } from './support/open-profiles.ts';

const PAIRS = 3000;
const SHOWN = 8;

const wanted = process.argv[2];
const rows: string[][] = [];
for (const definition of shippedDomains()) {
  if (wanted !== undefined && definition.domain !== wanted) continue;
  const found = await sharesOf(definition);
  for (const [n, { name, share, least, most }] of found.slice(0, SHOWN).entries()) {
    rows.push([
      n === 0 ? definition.domain : '',
      name,
      `${(100 * share).toFixed(0)} %`,
      least.toFixed(1),
      most.toFixed(1),
    ]);
  }
}
printTable(['domain', 'term', 'share of the variance', 'least points', 'most points'], rows);

async function sharesOf(definition: DomainDefinition) {
  const set = await openProfiles(definition, await sampleProfiles(definition.domain));
  const { persons, vectors, sides, nowMs } = fitPeople(set);
  const { terms, head, cross_encoder } = definition.scorecard;
  const ready = terms.map((term) => readyTerm(definition, term, nowMs));
  const names = [...terms.map(({ name }) => name), 'whole texts', 'sentences'];
  const points = names.map(() => new Float64Array(PAIRS));
  const random = new SeededRandom(1);
  for (let n = 0; n < PAIRS; ) {
    const [a, b] = [random.below(persons.length), random.below(persons.length)];
    if (
      a === b ||
      (definition.sides !== undefined && (sides[a] === null || sides[b] === null || sides[a] === sides[b]))
    )
      continue;
    for (const [t, term] of ready.entries()) points[t]![n] = term.read(persons[a]!, persons[b]!).points;
    const [mine, theirs] = [vectors[a], vectors[b]];
    if (mine && theirs) points[terms.length]![n] = cosineEvidence(head, dot(mine, theirs));
    const { sentences } = cross_encoder;
    const nearest = nearestSentences(persons[a]!.sentences, persons[b]!.sentences);
    points[terms.length + 1]![n] = cosineEvidence(sentences, sentenceSimilarity(nearest, sentences.best));
    n++;
  }
  const sum = Float64Array.from({ length: PAIRS }, (_, n) => points.reduce((all, one) => all + one[n]!, 0));
  const variance = covariance(sum, sum);
  return names
    .map((name, t) => ({
      name,
      share: covariance(points[t]!, sum) / variance,
      least: Math.min(...points[t]!),
      most: Math.max(...points[t]!),
    }))
    .sort((a, b) => b.share - a.share);
}

function covariance(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, n) => (value - meanA) * (b[n]! - meanB)));
}
