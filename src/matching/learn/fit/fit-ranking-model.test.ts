import { beforeAll, describe, expect, it } from 'vitest';
import { Scorecard } from '../../../domains/scorecard.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import { personPositions } from '../../ranking/person-effects.ts';
import { encodeRankingModel, type RankingModel } from '../../ranking/ranking-model.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet, TrainingTriplets } from '../training-set.ts';
import { fitRankingModel } from './fit-ranking-model.ts';
import { base, measure, split, train } from './testing/measured-model.ts';
import { tripletsOf, twoSidedWorld } from './testing/two-sided-world.ts';

function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    x.reduce((sum, value, n) => sum + (value - mx) * (y[n]! - my), 0);
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
}

describe('a ranking model fitted to outcomes', () => {
  const world = twoSidedWorld({ people: 120, pairs: 1200, seed: 7 });
  const { known, unseen } = split(world);
  let model: RankingModel;
  beforeAll(async () => {
    model = await train(world.set, known);
  });

  it('predicts unseen pairs far better than the prior, and is calibrated', async () => {
    const before = await measure(base, world.set, unseen);
    const after = await measure(model, world.set, unseen);
    expect(after.auc).toBeGreaterThan(before.auc + 0.1);
    expect(after.auc).toBeGreaterThan(0.78);
    expect(after.ece).toBeLessThan(0.07);
  });

  it('recovers desirability and selectivity', () => {
    const positions = [...personPositions(model.personEffects)].map(([userId, at]) => [
      Number(userId.slice(1)),
      at,
    ]);
    const of = (values: Float32Array) => positions.map(([, at]) => values[at!]!);
    const truth = (values: Float64Array) => positions.map(([person]) => values[person!]!);
    expect(correlation(of(model.personEffects.desirability), truth(world.desirability))).toBeGreaterThan(0.8);
    expect(correlation(of(model.personEffects.selectivity), truth(world.selectivity))).toBeGreaterThan(0.7);
    expect(model.personEffects.unknown.desirability).toBeGreaterThan(0.5);
  });

  it('moves the points towards the truth, as a valid scorecard with curves of the declared direction', () => {
    expect(Scorecard.safeParse(model.card.scorecard).success).toBe(true);
    const [gap, pets, noise] = model.card.scorecard.terms;
    const cells = pets!.compare === 'matrix' ? pets.matrix : {};
    expect(cells.dog!.dog!).toBeGreaterThan(0.4);
    expect(cells.cat!.cat!).toBeLessThan(0.2);
    for (const [term, sign] of [
      [gap, -1],
      [noise, 1],
    ] as const) {
      const knots = term !== undefined && 'knots' in term ? term.knots! : [];
      for (let k = 1; k < knots.length; k++)
        expect(sign * (knots[k]![1] - knots[k - 1]![1])).toBeGreaterThanOrEqual(0);
    }
    expect(gap!.compare === 'difference' && gap!.knots[2]![1]).toBeLessThan(-0.8);
  });

  it('is the same for the same outcomes and seed', async () => {
    expect(await train(world.set, known)).toEqual(model);
  });

  it.each([500, 1100])('never reads the predicted pair, nor its mirror, of %d pairs', async (pairs) => {
    const world = twoSidedWorld({ people: 60, pairs, seed: 4, texts: true });
    const parts = split(world);
    const labels = world.set.outcomes.labels.slice();
    for (const n of parts.unseen) labels[n]! ^= 1;
    const outcomes = { ...world.set.outcomes, labels };
    const modelOf = async (set: TrainingSet) => {
      const [ofKnown, ofUnseen] = [parts.known, parts.unseen].map((rows) =>
        tripletsOf(takePairs(set.outcomes, rows)),
      ) as [TrainingTriplets, TrainingTriplets];
      expect(ofUnseen.seekers.length).toBeGreaterThan(20);
      const joined = (name: 'seekers' | 'positives' | 'negatives') =>
        Uint32Array.from([...ofKnown[name], ...ofUnseen[name]]);
      const triplets = {
        seekers: joined('seekers'),
        positives: joined('positives'),
        negatives: joined('negatives'),
        weights: new Float64Array(ofKnown.weights.length + ofUnseen.weights.length).fill(1),
      };
      const model = await train({ ...set, triplets }, parts.known);
      return encodeRankingModel({ ...model, card: { ...model.card, triplets: 0 } });
    };
    const [asIs, flipped] = [await modelOf(world.set), await modelOf({ ...world.set, outcomes })];
    expect(asIs.card.projections).not.toBeNull();
    expect(flipped.card).toEqual(asIs.card);
    expect([...flipped.files]).toEqual([...asIs.files]);
  });

  it('stops when aborted', async () => {
    const signal = AbortSignal.abort(new Error('no longer wanted'));
    const options = { rows: known, base, version: 'x', seed: 1, signal };
    await expect(fitRankingModel(world.set, options)).rejects.toThrow('no longer wanted');
  });

  it('reports progress', async () => {
    const shares: number[] = [];
    const small = twoSidedWorld({ people: 30, pairs: 40, seed: 1 });
    const rows = Uint32Array.from(small.set.outcomes.seekers.keys());
    await fitRankingModel(small.set, {
      rows,
      base,
      version: 'x',
      seed: 1,
      progress: (share) => shares.push(share),
    });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('with fifty outcomes', () => {
  it('a model is no worse than the prior by more than noise', async () => {
    const losses: number[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      const world = twoSidedWorld({ people: 200, pairs: 2000, seed });
      const all = Uint32Array.from(world.set.outcomes.seekers.keys());
      const model = await train(world.set, all.subarray(0, 50));
      const [before, after] = [
        await measure(base, world.set, all.subarray(50)),
        await measure(model, world.set, all.subarray(50)),
      ];
      losses.push(before.auc - after.auc);
    }
    expect(mean(losses)).toBeLessThan(0.005);
    expect(Math.max(...losses)).toBeLessThan(0.02);
  });
});

describe('without refusals', () => {
  it('choices are distinguished from candidates drawn for triplets', async () => {
    const world = twoSidedWorld({ people: 80, pairs: 1000, seed: 3 });
    const { outcomes } = world.set;
    const chosen = Uint32Array.from(outcomes.seekers.keys()).filter((n) => outcomes.labels[n] === 1);
    const refused = Uint32Array.from(outcomes.seekers.keys()).filter((n) => outcomes.labels[n] === 0);
    const drawn = refused.filter((_, at) => at % 2 === 0);
    const set: TrainingSet = {
      ...world.set,
      outcomes: takePairs(outcomes, chosen),
      triplets: {
        seekers: drawn.map((n) => outcomes.seekers[n]!),
        positives: drawn.map((n) => outcomes.seekers[n]!),
        negatives: drawn.map((n) => outcomes.candidates[n]!),
        weights: new Float64Array(drawn.length).fill(1),
      },
    };
    const model = await train(set, Uint32Array.from(chosen.keys()));
    expect(model.card.calibration.light_ml.default).toEqual({ kind: 'identity' });
    const kept = refused.filter((_, at) => at % 2 === 1);
    const rows = Uint32Array.from([...kept, ...chosen.subarray(0, 100)]);
    const [before, after] = [await measure(base, world.set, rows), await measure(model, world.set, rows)];
    expect(after.auc).toBeGreaterThan(before.auc);
  });
});
