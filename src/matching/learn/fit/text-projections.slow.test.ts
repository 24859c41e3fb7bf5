import { expect, it } from 'vitest';
import { takePairs } from '../labelled-pairs.ts';
import { fitRankingModel } from './fit-ranking-model.ts';
import { base, measure, split, train } from './testing/measured-model.ts';
import { tripletsOf, twoSidedWorld } from './testing/two-sided-world.ts';

it('texts are projected where matching texts are not similar texts', async () => {
  const world = twoSidedWorld({ people: 100, pairs: 1500, seed: 11, texts: true });
  const { known, unseen } = split(world);
  const set = { ...world.set, triplets: tripletsOf(takePairs(world.set.outcomes, known)) };
  const model = await train(set, known);
  expect(model.card.parts.projections!.kept).toBe(true);
  expect(model.projections).not.toBeNull();
  const silent = set.people.map((person) => ({ ...person, profileVector: null }));
  const without = await train({ ...set, people: silent }, known);
  expect(without.projections).toBeNull();
  const [better, plain] = [await measure(model, set, unseen), await measure(without, set, unseen)];
  expect(better.auc).toBeGreaterThan(plain.auc + 0.01);
  const like = { base, version: 'x', seed: 1, like: model };
  const again = await fitRankingModel(set, { rows: known, ...like });
  expect({ ...again, card: { ...again.card, version: model.card.version } }).toEqual(model);
  const rows = Uint32Array.from(set.outcomes.seekers.keys());
  const whole = await fitRankingModel(set, { rows, ...like });
  expect(whole.card).toMatchObject({ outcomes: rows.length, parts: model.card.parts });
  expect(whole.card.calibration).toEqual(model.card.calibration);
  expect(whole.personEffects.unknown).toEqual(model.personEffects.unknown);
  expect(whole.personEffects.selectivity).not.toEqual(model.personEffects.selectivity);
  expect(await fitRankingModel(set, { rows, ...like })).toEqual(whole);
});
