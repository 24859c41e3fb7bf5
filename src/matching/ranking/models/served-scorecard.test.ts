import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainDefinition } from '../../../domains/definition.ts';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import { logit, sigmoid } from '../../../platform/numeric/logistic.ts';
import { createPairReader } from '../pair-reader.ts';
import type { Person } from '../scoring/person.ts';
import { aggregate, probabilityOf } from '../scoring/probability.ts';
import { domainPrior, generalPrior } from './model-catalog.ts';
import { declaredRate, servedScorecard } from './served-scorecard.ts';

function domain(given: {
  readonly reciprocal?: string;
  readonly rate?: number;
  readonly temperature?: number;
  readonly intercept?: number;
}): DomainDefinition {
  const { reciprocal = 'product', rate, temperature = 1, intercept = 0 } = given;
  return DomainDefinition.parse({
    domain: 'rated',
    version: 1,
    title: 'Rated',
    reciprocal,
    candidates: 'any',
    fields: [{ name: 'age', kind: 'hard', type: 'integer' }],
    scorecard: {
      intercept,
      temperature,
      ...(rate !== undefined && { base_rate: { value: rate, means: 'both say yes' } }),
      terms: [
        {
          name: 'age_gap',
          compare: 'difference',
          field: 'age',
          weight: 2,
          missing: 0.25,
          knots: [
            [0, 1],
            [10, -2],
          ],
        },
      ],
    },
  });
}

const person = (age?: number): Person => ({
  value: () => age,
  has: () => age !== undefined,
  place: () => undefined,
  text: () => undefined,
  sentences: [],
  updatedAtMs: 0,
});
const sideOf = (age?: number) => ({ person: person(age), vector: null, side: null, position: -1 });

function logOdds(definition: DomainDefinition, mine?: number, theirs?: number): number {
  const reader = createPairReader(domainPrior(definition), definition, 0);
  return reader.logOdds(sideOf(mine), sideOf(theirs)).light_ml;
}

const rate = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const temperature = fc.double({ min: 0.1, max: 100, noNaN: true });
const age = fc.option(fc.integer({ min: 18, max: 60 }), { nil: undefined });
const aggregations = ['product', 'harmonic', 'min', 'off'] as const;

describe('the scorecard that a prior serves', () => {
  it('has the declared sum, divided by the temperature, above the level of one side', () => {
    fc.assert(
      fc.property(rate, temperature, fc.constantFrom(...aggregations), age, age, (value, cool, way, a, b) => {
        const declared = domain({ intercept: -1.5, reciprocal: way });
        const served = domain({ intercept: -1.5, reciprocal: way, rate: value, temperature: cool });
        const level = logit(declaredRate(served)!);
        expect(logOdds(served, a, b)).toBeCloseTo(logOdds(declared, a, b) / cool + level, 6);
      }),
    );
  });

  it('gives a pair without evidence the base rate, whatever the aggregation', () => {
    fc.assert(
      fc.property(rate, temperature, fc.constantFrom(...aggregations), (value, cool, way) => {
        const own = domain({ rate: value, temperature: cool, reciprocal: way, intercept: -0.5 });
        const side = probabilityOf(logOdds(own) as never);
        expect(aggregate(way, side, side)).toBeCloseTo(value, 9);
      }),
    );
  });

  it('is the declared one without a base rate and a temperature', () => {
    const plain = domain({ intercept: 0.5 });
    expect(servedScorecard(plain)).toBe(plain.scorecard);
  });

  it('keeps the order of a seeker’s candidates at every temperature', () => {
    const order = (cool: number) => {
      const one = domain({ rate: 0.2, temperature: cool });
      return [20, 25, 28, 31, 36].sort((a, b) => logOdds(one, 30, b) - logOdds(one, 30, a));
    };
    for (const cool of [0.1, 0.7, 3, 100]) expect(order(cool)).toEqual(order(1));
  });

  it('may change the order of aggregates of two sides', () => {
    const score = (cool: number, forward: number, backward: number) =>
      sigmoid(forward / cool) * sigmoid(backward / cool);
    expect(score(1, 3, -1)).toBeLessThan(score(1, 0.6, 0.6));
    expect(score(4, 3, -1)).toBeGreaterThan(score(4, 0.6, 0.2));
    expect(score(1, 3, -1)).toBeLessThan(score(1, 0.6, 0.2));
  });

  it('gives the general prior the level, too', () => {
    const own = domain({ rate: 0.09, temperature: 2 });
    expect(generalPrior(own).card.scorecard.intercept).toBeCloseTo(logit(0.3), 9);
  });

  it('of every shipped domain declares both', () => {
    for (const { domain: name, scorecard } of shippedDomains()) {
      expect(scorecard.base_rate?.value, name).toBeGreaterThan(0);
      expect(scorecard.temperature, name).toBeGreaterThan(1);
    }
  });
});
