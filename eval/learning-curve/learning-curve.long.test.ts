/**
 * The short version of `npm run eval -- learning-curve`: the service's own code learns in a world whose truth
 * is known.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { areaUnderCurve } from '../../src/matching/learn/evaluate/area-under-curve.ts';
import type { BaselineComparison } from '../../src/matching/learn/evaluate/compare-with-baselines.ts';
import { createPairSides } from '../../src/matching/learn/evaluate/split-outcomes.ts';
import { fitRankingModel } from '../../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../../src/matching/learn/fit/score-pairs.ts';
import { type LabelledPairs, type PairScorer, takePairs } from '../../src/matching/learn/labelled-pairs.ts';
import { trainAndValidate } from '../../src/matching/learn/runs/train-and-validate.ts';
import type { TrainingPerson, TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { simulateOutcomes, simulateTest } from './simulate-outcomes.ts';
import { simulatedDating, simulatePeople } from './simulate-people.ts';
import { trainingPeople, trainingSetOf } from './training-set-of.ts';

const world = simulatePeople(100, 7);
const test = simulateTest(world, 400, 8);
const outcomes = simulateOutcomes(world, 4000, 9);
const prior = domainPrior(simulatedDating);
let encoder: TextEncoder;
let people: readonly TrainingPerson[];

beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  people = await trainingPeople(world, encoder);
});
afterAll(() => encoder.close());

it('refuses test pairs for which the world has too few people', () => {
  expect(() => simulateTest(simulatePeople(50, 7), 400, 8)).toThrow(RangeError);
});

const train = (pairs: LabelledPairs) => trainOn(trainingSetOf(people, pairs, encoder));
const trainOn = (set: TrainingSet, fit = fitRankingModel) =>
  trainAndValidate(
    { fitRankingModel: fit, scorePairs },
    {
      set,
      models: { serving: prior, base: prior, prior, servingIsPrior: true },
      isHeldOut: createPairSides(Buffer.from('learning curve')),
      version: 'simulated@1',
      seed: 1,
      signal: new AbortController().signal,
      onFit: () => {},
      onEvaluate: () => {},
    },
  );

async function aucOf(scorer: PairScorer): Promise<number> {
  const clusters = new Uint32Array(test.labels.length);
  return areaUnderCurve({ ...test, scores: await scorer.score(test), clusters })(Float64Array.of(1));
}

describe('learning from simulated outcomes', () => {
  it('deploys a model that orders fair pairs better', async () => {
    const { model, deploy, reason } = await train(outcomes);
    expect(deploy, reason).toBe(true);
    const set = trainingSetOf(people, outcomes, encoder);
    expect(await aucOf(scorePairs(model!, set))).toBeGreaterThan(
      (await aucOf(scorePairs(prior, set))) + 0.08,
    );
  });

  it('refuses what was learned from shuffled labels', async () => {
    const labels = new SeededRandom(3).shuffle(Uint8Array.from(outcomes.labels));
    const { deploy, reason } = await train({ ...outcomes, labels });
    expect(deploy, reason).toBe(false);
  });

  it('says first, in the reason and on the card, whether baselines rank better where choices alone are known', async () => {
    const chosen = takePairs(
      outcomes,
      outcomes.seekers.map((_, row) => row).filter((row) => outcomes.labels[row] === 1),
    );
    const { seekers, candidates: positives, weights } = chosen;
    const negatives = positives.map((candidate) => (candidate + 50) % world.people.length);
    const set = {
      ...trainingSetOf(people, chosen, encoder),
      triplets: { seekers, positives, negatives, weights },
    };
    const { model, reason, after } = await trainOn(set, async () => prior);
    expect(reason).toMatch(
      /^The new head (loses to|beats|cannot be told from) .*, in lists for \d+ seekers\. /,
    );
    expect(model!.card.metrics).toEqual(after);
    const names = ['popularity', 'recent popularity', 'neighbours'];
    expect(after!.baselines).toMatchObject({ cut: 50, baselines: names.map((name) => ({ name })) });
    expect(reason).toContain((after!.baselines as BaselineComparison).verdict);
  });
});
