/**
 * Preferences that depend on the seeker: in a simulated world women choose somebody older and men somebody
 * younger, which cancels in every term that both share. It compares the service's model with logistic
 * regression, where the interactions are written down by hand, and with the truth. `age` is the slope of what
 * the model says about age over what is true: 1 is all of it.
 *
 * Fitting and scoring are the service's own code; people and decisions are simulated.
 *
 *   npm run eval -- terms-by-side [--people 500] [--outcomes 7830] [--seeds 1,2]
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { areaUnderCurve } from '../src/matching/learn/evaluate/area-under-curve.ts';
import { numberClusters } from '../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { fitPeople } from '../src/matching/learn/fit/fit-people.ts';
import { fitRankingModel } from '../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs } from '../src/matching/learn/labelled-pairs.ts';
import { domainPrior } from '../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../src/matching/ranking/ranking-model.ts';
import { readyTerm } from '../src/matching/ranking/scoring/ready-term.ts';
import { mean } from '../src/platform/numeric/statistics.ts';
import { logisticBaseline } from './baselines/logistic.ts';
import { pairFeatures } from './baselines/pair-features.ts';
import { simulateOutcomes, simulateTest } from './learning-curve/simulate-outcomes.ts';
import { ageLogOdds, type SimulatedWorld, simulateByGender } from './learning-curve/simulate-people.ts';
import { trainingPeople, trainingSetOf } from './learning-curve/training-set-of.ts';
import { byGenderFeatures } from './terms-by-side/by-gender-features.ts';

const { values: given } = parseArgs({
  options: {
    people: { type: 'string', default: '500' },
    outcomes: { type: 'string', default: '7830' },
    seeds: { type: 'string', default: '1,2' },
  },
});
const TEST_PAIRS = 4000;

const encoder = await openTextEncoder('embedded');
for (const seed of given.seeds.split(',').map(Number)) await measure(seed);
await encoder.close();

async function measure(seed: number): Promise<void> {
  const world = simulateByGender(Number(given.people), seed);
  const people = await trainingPeople(world, encoder);
  const outcomes = simulateOutcomes(world, Number(given.outcomes), seed + 2, 0);
  const test = simulateTest(world, TEST_PAIRS, seed + 1);
  const set = trainingSetOf(people, outcomes, encoder, world.definition);
  const prior = domainPrior(world.definition);
  const rows = Uint32Array.from(outcomes.labels.keys());
  const started = performance.now();
  const model = await fitRankingModel(set, { rows, base: prior, version: 'simulated@1', seed });
  console.log(`seed ${seed}, fitted in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  console.log(`  ${model.card.parts.found_terms?.reason}`);
  const features = byGenderFeatures(world.people, fitPeople(set), bothOf(outcomes, test));
  const plain = pairFeatures(fitPeople(set), bothOf(outcomes, test));
  const learner = (columns: typeof features, effects: boolean) =>
    logisticBaseline(bothOf(outcomes, test), columns, effects, rows).slice(rows.length);
  const truth = Float64Array.from(test.seekers, (a, n) => world.logOdds(a, test.candidates[n]!));
  const aucOf = (scores: Float64Array) => aucIn(test, scores).toFixed(3);
  printTable(
    ['', 'AUC', 'age'],
    [
      ['prior', aucOf(await scorePairs(prior, set).score(test)), ageSlope(world, set, prior, test)],
      ['model', aucOf(await scorePairs(model, set).score(test)), ageSlope(world, set, model, test)],
      ['logistic regression on pairs', aucOf(learner(plain, false)), ''],
      ['… with age by gender and text pairs', aucOf(learner(features, false)), ''],
      ['… with effects of people', aucOf(learner(features, true)), ''],
      ['truth', aucOf(truth), '1.00'],
    ],
  );
}

/** The outcomes, and then the pairs of the test with labels of 0. */
function bothOf(outcomes: LabelledPairs, test: LabelledPairs): LabelledPairs {
  return {
    people: test.people,
    seekers: Uint32Array.from([...outcomes.seekers, ...test.seekers]),
    candidates: Uint32Array.from([...outcomes.candidates, ...test.candidates]),
    labels: Uint8Array.from([...outcomes.labels, ...new Uint8Array(test.labels.length)]),
    weights: Float64Array.from([...outcomes.weights, ...test.weights]),
    atMs: Float64Array.from([...outcomes.atMs, ...test.atMs]),
  };
}

function aucIn(test: LabelledPairs, scores: Float64Array): number {
  const { clusters } = numberClusters(test.seekers);
  return areaUnderCurve({ ...test, scores, clusters })(new Float64Array(clusters.length).fill(1));
}

/** Slope of the points of all terms that read age, over the true log-odds of age, on the test. */
function ageSlope(
  { people, definition }: SimulatedWorld,
  set: ReturnType<typeof trainingSetOf>,
  { card }: RankingModel,
  test: LabelledPairs,
): string {
  const { persons, nowMs } = fitPeople(set);
  const terms = card.scorecard.terms
    .filter((term) => JSON.stringify(term).includes('"age"'))
    .map((term) => readyTerm(definition, term, nowMs));
  const said = Float64Array.from(test.seekers, (a, n) =>
    terms.reduce((sum, term) => sum + term.read(persons[a]!, persons[test.candidates[n]!]!).points, 0),
  );
  const truth = Float64Array.from(test.seekers, (a, n) =>
    ageLogOdds(people[a]!, people[test.candidates[n]!]!),
  );
  const centre = mean(truth);
  const variance = mean(truth.map((value) => (value - centre) ** 2));
  return (mean(truth.map((value, n) => (value - centre) * said[n]!)) / variance).toFixed(2);
}
