import { describe, expect, it } from 'vitest';
import { generalPrior } from '../../../ranking/models/model-catalog.ts';
import type { TrainingSet } from '../../training-set.ts';
import { meeting, twoSidedWorld } from '../testing/two-sided-world.ts';
import { fitGeneral } from './fit-general.ts';

const { set } = twoSidedWorld({ people: 120, pairs: 500, seed: 4 });
const options = { version: 'general@test', seed: 1, trainedAt: '2026-03-01T00:00:00.000Z' };
const allRows = Uint32Array.from(set.outcomes.labels.keys());

/** The same people and pairs, decided by this rule alone. */
function decidedBy(rule: (samePet: boolean) => boolean): TrainingSet {
  const pet = (person: number) => set.people[person]!.row?.fields.pet;
  const { seekers, candidates } = set.outcomes;
  const labels = Uint8Array.from(seekers, (seeker, n) => Number(rule(pet(seeker) === pet(candidates[n]!))));
  return { ...set, outcomes: { ...set.outcomes, labels } };
}

async function multipliers(world: TrainingSet, rows = allRows) {
  const [model] = await fitGeneral([{ set: world, rows, base: generalPrior(meeting) }], options);
  return { model: model!, figures: model!.card.parts.scorecard!.figures };
}

describe('multipliers', () => {
  it('grow where a kind of comparison says more than its rule', async () => {
    const { model, figures } = await multipliers(decidedBy((samePet) => samePet));
    expect(figures.same).toBeGreaterThan(3);
    const pet = model.card.scorecard.terms.find(({ name }) => name === 'pet')!;
    expect(pet.weight).toBeGreaterThan(2);
    expect(model.personEffects.userIds).toEqual([]);
    expect(model.card).toMatchObject({ version: 'general@test', outcomes: allRows.length, encoder_id: null });
  });

  it('fall to nothing and never below where the opposite holds, and the others are fitted around that', async () => {
    const { model, figures } = await multipliers(decidedBy((samePet) => !samePet));
    expect(figures.same).toBe(0);
    for (const multiplier of Object.values(figures)) expect(multiplier).toBeGreaterThanOrEqual(0);
    expect(model.card.scorecard.terms.find(({ name }) => name === 'pet')!.weight).toBe(0);
  });

  it('stay near 1 with little to learn from, at 1 where there is nothing of the kind', async () => {
    const { figures } = await multipliers(
      decidedBy((samePet) => samePet),
      allRows.slice(0, 12),
    );
    expect(Math.abs(figures.same! - 1)).toBeLessThan(0.3);
    expect([figures.distance, figures.text, figures.sentences]).toEqual([1, 1, 1]);
  });

  it('are the same for several domains, whose shares of yes differ', async () => {
    const other = { ...meeting, domain: 'greeting' };
    const refused = { ...decidedBy((samePet) => samePet), definition: other };
    const labels = refused.outcomes.labels.map((label, n) => (n % 3 === 0 ? label : 0));
    const picky = { ...refused, outcomes: { ...refused.outcomes, labels } };
    const worlds = [
      { set: decidedBy((samePet) => samePet), rows: allRows, base: generalPrior(meeting) },
      { set: picky, rows: allRows, base: generalPrior(other) },
    ];
    const [first, second] = await fitGeneral(worlds, options);
    const terms = ({ card }: NonNullable<typeof first>) => card.scorecard.terms;
    expect(terms(first!)).toEqual(terms(second!));
    expect(second!.card.scorecard.intercept).toBeLessThan(first!.card.scorecard.intercept - 0.5);
    expect(await fitGeneral(worlds, options)).toEqual([first, second]);
  });

  it('are not fitted on once it was called off', async () => {
    const signal = AbortSignal.abort(new Error('called off'));
    const world = { set, rows: allRows, base: generalPrior(meeting) };
    await expect(fitGeneral([world], { ...options, signal })).rejects.toThrow('called off');
  });
});
