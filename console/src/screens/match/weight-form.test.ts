import { describe, expect, it } from 'vitest';
import type { SchemaTerm } from '../../api/queries.ts';
import { parseWeights, stopOf, weightGroups, weightStops, withWeight } from './weight-form.ts';

const term = (name: string, compare: string, tiers: SchemaTerm['tiers']): SchemaTerm => ({
  ...{ name, compare, tiers, fields: [], points: { least: -1, most: 1 } },
  ...{ direction: 'both', words: {} },
});
const both = [
  { tier: 'domain' as const, version: 'd', calibrated: false },
  { tier: 'general' as const, version: 'g', calibrated: false },
];
const schema = {
  terms: [
    term('goal', 'matrix', ['domain']),
    term('text_similarity', 'cosine', ['domain', 'general']),
    term('last_updated', 'recency', ['domain', 'general']),
    term('city', 'distance', ['general']),
  ],
  tiers: { light_ml: both, embedding: both, cross_encoder: both, llm_judge: [] },
};
const names = (groups: ReturnType<typeof weightGroups>) =>
  groups.map(([group, terms]) => [group, terms.map(({ name }) => name)]);

describe('weights', () => {
  it('name only what differs from 1', () => {
    expect(withWeight({}, 'goal', 2)).toEqual({ goal: 2 });
    expect(withWeight({ goal: 2 }, 'goal', 1)).toBeUndefined();
    expect(withWeight({ goal: 2, city: 0 }, 'goal', undefined)).toEqual({ city: 0 });
  });

  it('of an address are numbers from 0 to 10', () => {
    expect(parseWeights({ a: 0, b: 10, c: 11, d: -1, e: '2', f: null, g: Number.NaN })).toEqual({
      a: 0,
      b: 10,
    });
  });

  it('stand at the nearest stop of the slider', () => {
    for (const [position, stop] of weightStops.entries()) expect(stopOf(stop)).toBe(position);
    expect(weightStops[stopOf(0.9)]).toBe(1);
    expect(weightStops[stopOf(8)]).toBe(10);
  });
});

describe('the terms to weigh', () => {
  it('are those of the models in use, in groups', () => {
    expect(names(weightGroups(schema, {}))).toEqual([
      ['fields', ['goal']],
      ['texts', ['text_similarity']],
      ['activity', ['last_updated']],
    ]);
    const stages = {
      light_ml: { model: 'general' as const },
      embedding: { model: 'general' as const },
      cross_encoder: { model: 'general' as const },
    };
    expect(names(weightGroups(schema, { stages }))[0]).toEqual(['fields', ['city']]);
  });

  it('include those that have a weight already', () => {
    expect(names(weightGroups(schema, { weights: { city: 2 } }))[0]).toEqual(['fields', ['goal', 'city']]);
  });
});
