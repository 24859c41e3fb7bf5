/** False outcomes of great weight, through the real bounds, fit and measure of a validation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { domainPrior } from '../../ranking/models/model-catalog.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { areaUnderCurve } from '../evaluate/area-under-curve.ts';
import { fitRankingModel } from '../fit/fit-ranking-model.ts';
import { scorePairs } from '../fit/score-pairs.ts';
import { meeting, tripletsOf, twoSidedWorld } from '../fit/testing/two-sided-world.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import { relativeWeights } from './relative-weights.ts';
import { weighOutcomes } from './weigh-outcomes.ts';

const TENANT = tenantId('ten_poisoned');
const FALSE_OUTCOMES = 500;
const base = domainPrior(meeting);

/** 1,250 pairs decide in both directions. One key sends 500 of the 2,500 outcomes with the wrong label. */
const world = twoSidedWorld({ people: 120, pairs: 1250, seed: 11 });
const rows = Uint32Array.from(world.set.outcomes.seekers.keys());
const isFalse = new Uint8Array(rows.length);
const random = new SeededRandom(5);
for (let left = FALSE_OUTCOMES; left > 0; ) {
  const row = random.below(rows.length);
  if (isFalse[row] === 1) continue;
  isFalse[row] = 1;
  left--;
}
const honest = rows.filter((row) => isFalse[row] === 0);
const inFit = (row: number) => (row >> 1) % 5 !== 0;

const labels = world.set.outcomes.labels.map((label, row) =>
  isFalse[row] === 1 ? Number(world.logOdds[row]! < 0) : label,
);
const weighed = weighOutcomes(
  Array.from(rows, (row) => ({
    tenantId: TENANT,
    polarity: 1,
    weight: isFalse[row] === 1 ? 100 : 1,
    keyId: isFalse[row] === 1 ? 'key_leaked' : 'key_product',
  })),
  world.set.outcomes,
  { people: world.set.outcomes.people.map((userId) => ({ tenantId: TENANT, userId })) },
);

function poisoned(weights: Float64Array): TrainingSet {
  const outcomes = { ...world.set.outcomes, labels, weights: relativeWeights(weights) };
  return { ...world.set, outcomes, triplets: tripletsOf(outcomes) };
}

const trained = (set: TrainingSet, learned: Uint32Array) =>
  fitRankingModel(set, { rows: learned.filter(inFit), base, version: 'tenant-meeting@1', seed: 1 });

async function aucOf(model: RankingModel, set: TrainingSet, measured: Uint32Array): Promise<number> {
  const pairs = takePairs(
    set.outcomes,
    measured.filter((row) => !inFit(row)),
  );
  const scores = await scorePairs(model, set).score(pairs);
  const { labels: decided, weights } = pairs;
  const clusters = new Uint32Array(scores.length);
  return areaUnderCurve({ scores, labels: decided, weights, clusters })(Float64Array.of(1));
}

describe('500 false outcomes of weight 100 from one key beside 2,000 honest ones', () => {
  const bounded = poisoned(weighed.used);
  const unbounded = poisoned(Float64Array.from(rows, (row) => (isFalse[row] === 1 ? 100 : 1)));
  let fromHonest: RankingModel;
  let byPoison: RankingModel;
  beforeAll(async () => {
    fromHonest = await trained(world.set, honest);
    byPoison = await trained(unbounded, rows);
  });

  it('leave a model that still ranks better than the prior', async () => {
    const before = await aucOf(base, world.set, honest);
    expect(await aucOf(fromHonest, world.set, honest)).toBeGreaterThan(before + 0.1);
    expect(await aucOf(await trained(bounded, rows), world.set, honest)).toBeGreaterThan(before + 0.03);
    expect(await aucOf(byPoison, world.set, honest)).toBeLessThan(0.5);
  });

  it('do not turn the validation around', async () => {
    const before = await aucOf(base, bounded, rows);
    expect(await aucOf(fromHonest, bounded, rows)).toBeGreaterThan(before + 0.05);
    expect(await aucOf(fromHonest, bounded, rows)).toBeGreaterThan(
      (await aucOf(byPoison, bounded, rows)) + 0.1,
    );
    expect(await aucOf(fromHonest, unbounded, rows)).toBeLessThan(0.5);
  });

  it('are seen on the run, and no person is named', () => {
    const { concentration } = weighed;
    expect(concentration.keys[0]).toMatchObject({ id: 'key_leaked', outcomes: 500, share_of_outcomes: 0.2 });
    expect(concentration.keys[0]!.share_sent).toBeCloseTo(50_000 / 52_000, 9);
    expect(concentration.keys[0]!.share_used).toBeLessThan(0.3);
    expect(concentration.bounded).toBe(FALSE_OUTCOMES);
    expect(concentration.warnings[0]).toBe(
      'The key key_leaked sent 20 % of the outcomes with 96 % of the weight, of which 24 % counts.',
    );
    expect(concentration.warnings.join(' ')).not.toMatch(/p\d/);
  });
});
