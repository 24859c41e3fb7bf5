/**
 * Whole runs with the real fit in a small simulated world: the deployed models from true and from shuffled
 * labels.
 */
import { expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { domainPrior } from '../../ranking/models/model-catalog.ts';
import { createPairSides } from '../evaluate/split-outcomes.ts';
import { fitRankingModel } from '../fit/fit-ranking-model.ts';
import { scorePairs } from '../fit/score-pairs.ts';
import { meeting, twoSidedWorld } from '../fit/testing/two-sided-world.ts';
import { trainAndValidate } from './train-and-validate.ts';

const prior = domainPrior(meeting);

async function run(seed: number, shuffled: boolean) {
  const { set } = twoSidedWorld({ people: 60, pairs: 500, seed, texts: true });
  const labels = Uint8Array.from(set.outcomes.labels);
  if (shuffled) new SeededRandom(seed + 1000).shuffle(labels);
  return trainAndValidate(
    { fitRankingModel, scorePairs },
    {
      set: { ...set, outcomes: { ...set.outcomes, labels } },
      models: { serving: prior, base: prior, prior, servingIsPrior: true },
      isHeldOut: createPairSides(Buffer.from('slow runs')),
      version: 'new',
      seed,
      signal: new AbortController().signal,
      onFit: () => {},
      onEvaluate: () => {},
    },
  );
}

it('deploys from 1,000 true outcomes, and serves the head that was fitted on all of them', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const { deploy, reason, after } = await run(seed, false);
    expect(deploy, reason).toBe(true);
    expect(after, reason).toMatchObject({ trained_on: 1000, outcomes: 1000 });
    expect(after!.held_out as number).toBeGreaterThan(250);
  }
}, 300_000);

it('deploys nothing from shuffled labels', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { deploy, reason } = await run(seed, true);
    expect(deploy, reason).toBe(false);
  }
}, 600_000);
