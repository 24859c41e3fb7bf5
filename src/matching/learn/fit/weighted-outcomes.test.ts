import { expect, it } from 'vitest';
import { mean } from '../../../platform/numeric/statistics.ts';
import { domainPrior } from '../../ranking/models/model-catalog.ts';
import { takePairs } from '../labelled-pairs.ts';
import { fitRankingModel } from './fit-ranking-model.ts';
import { scorePairs } from './score-pairs.ts';
import { meeting, twoSidedWorld } from './testing/two-sided-world.ts';

it('probabilities say how often a pair is chosen, however much a choice weighs', async () => {
  const { set } = twoSidedWorld({ people: 120, pairs: 1500, seed: 5 });
  const { outcomes } = set;
  const weights = Float64Array.from(outcomes.labels, (label) => (label === 1 ? 1.6 : 0.4));
  const all = Uint32Array.from(outcomes.labels.keys());
  const [known, unseen] = [0, 1].map((fold) => all.filter((n) => Number((n >> 1) % 5 === 0) === fold));
  const model = await fitRankingModel(
    { ...set, outcomes: { ...outcomes, weights } },
    { rows: known!, base: domainPrior(meeting), version: 'tenant-meeting@1', seed: 1 },
  );
  const pairs = takePairs(outcomes, unseen!);
  const given = mean([...(await scorePairs(model, set).score(pairs))]);
  expect(Math.abs(given - mean([...pairs.labels]))).toBeLessThan(0.05);
});
