import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import { people, storedProfile } from '../../platform/storage/testing/random-profiles.ts';
import { noPersonEffects } from '../ranking/person-effects.ts';
import { priorModel } from '../ranking/ranking-model.ts';
import { personOfRow } from '../ranking/scoring/person.ts';
import { compileRemoteScoring } from './compile-remote-scoring.ts';
import type { MatchInput } from './stage.ts';

const definition = shippedDomain('hiring')!;
const prior = priorModel(definition, 'domain', definition.scorecard, 'prior');
const [anybody] = fc.sample(people(definition), { numRuns: 1, seed: 1 });
const { sides } = definition;
const [side, other] = Object.keys(sides!.seeks);

function inputOf(): Pick<MatchInput, 'plan' | 'seeker' | 'nowMs'> {
  const { row } = storedProfile(definition, anybody!);
  const seeker = { userId: row.userId, side: side!, person: personOfRow(definition, row, []) };
  return { plan: { definition, aggregation: 'product' }, seeker, nowMs: 0 } as unknown as MatchInput;
}

describe('a scoring for an engine outside', () => {
  it('has neither curves nor effects where the model has none', () => {
    const scoring = compileRemoteScoring(prior, inputOf(), 0.25);
    expect(scoring).toMatchObject({ calibration: null, personEffects: null, minScore: 0.25 });
    expect(scoring.terms.length).toBeGreaterThan(0);
  });

  it('has the curve of each side in the order of the codes, and few known people by id', () => {
    const platt = (offset: number) => ({ kind: 'platt' as const, slope: 1, offset });
    const light_ml = { default: platt(0), sides: { [side!]: platt(1), [other!]: platt(2) } };
    const one = Float32Array.of(1);
    const model = {
      ...prior,
      card: { ...prior.card, calibration: { ...prior.card.calibration, light_ml } },
      personEffects: {
        ...noPersonEffects,
        userIds: ['ann'],
        selectivity: one,
        desirability: Float32Array.of(2),
        selectivityVariance: one,
        desirabilityVariance: one,
      },
    };
    const { calibration, personEffects } = compileRemoteScoring(model, inputOf(), 0);
    const values = definition.fields.find(({ name }) => name === sides!.field)!.values!;
    expect(calibration!.forward).toEqual(platt(1));
    expect(calibration!.backward).toEqual([
      platt(0),
      ...values.map((value) => light_ml.sides[value] ?? platt(0)),
      platt(0),
    ]);
    // The seeker is unknown: the desirability counts forward, the selectivity backward.
    expect(personEffects!.known).toMatchObject([{ userId: 'ann', points: [2, 1] }]);
    expect(personEffects!.unknownPoints).toEqual([0, 0]);
  });
});
