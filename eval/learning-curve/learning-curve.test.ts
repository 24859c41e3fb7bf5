/** The short version of `npm run eval:learning-curve`: the service's own code learns in a world whose truth is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTextEncoder } from '../../src/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/encoders/text-encoder.ts';
import { areaUnderCurve } from '../../src/learn/evaluate/area-under-curve.ts';
import type { JudgedPairs, PairScorer } from '../../src/learn/evaluate/judged-pairs.ts';
import { randomNumbers, shuffle } from '../../src/learn/evaluate/random-numbers.ts';
import { fitHead } from '../../src/learn/fit/fit-head.ts';
import { scorePairs } from '../../src/learn/fit/score-pairs.ts';
import { trainAndJudge } from '../../src/learn/runs/train-and-judge.ts';
import type { TrainingPerson } from '../../src/learn/training-set.ts';
import { domainPrior } from '../../src/ranking/models/model-catalog.ts';
import { simulateOutcomes, simulateTest } from './simulate-outcomes.ts';
import { simulatedDating, simulatePeople } from './simulate-people.ts';
import { trainingPeople, trainingSetOf } from './training-set-of.ts';

const world = simulatePeople(100, 7);
const test = simulateTest(world, 400, 8);
const outcomes = simulateOutcomes(world, 3000, 9);
const prior = domainPrior(simulatedDating);
let encoder: TextEncoder;
let people: readonly TrainingPerson[];

beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  people = await trainingPeople(world, encoder);
});
afterAll(() => encoder.close());

const train = (given: JudgedPairs) =>
  trainAndJudge(
    { fitHead, scorePairs },
    {
      set: trainingSetOf(people, given, encoder),
      heads: { serving: prior, base: prior, prior, servingIsPrior: true },
      version: 'simulated@1',
      seed: 1,
      trainedAt: '2026-06-01T00:00:00.000Z',
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
  it('deploys a head that orders fair pairs better, by what no profile tells', async () => {
    const { head, deploy, reason } = await train(outcomes);
    expect(deploy, reason).toBe(true);
    const set = trainingSetOf(people, outcomes, encoder);
    expect(await aucOf(scorePairs(head!, set))).toBeGreaterThan((await aucOf(scorePairs(prior, set))) + 0.08);
    expect(head!.card.parts.vectors!.kept).toBe(true);
    expect(head!.people.taste.some((value) => value !== 0)).toBe(true);
  });

  it('refuses what was learned from shuffled labels', async () => {
    const labels = shuffle(Uint8Array.from(outcomes.labels), randomNumbers(3));
    const { deploy, reason } = await train({ ...outcomes, labels });
    expect(deploy, reason).toBe(false);
  });
});
