import { describe, expect, it } from 'vitest';
import { MatchRequest } from '../../contract/match.ts';
import { builtInLabels } from '../../domains/active-domain.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import { generalScorecard } from '../ranking/models/general-scorecard.ts';
import { createPriorCatalog, type ModelCatalog } from '../ranking/models/model-catalog.ts';
import { makePlan } from './match-plan.ts';
import { miniDating, oneWay, TENANT, work } from './testing/match-world.ts';

const plan = (request: Record<string, unknown>, definition = miniDating, catalog = createPriorCatalog()) =>
  makePlan(
    TENANT,
    MatchRequest.parse({ user_id: 'me', domain: definition.domain, ...request }),
    { definition, labels: builtInLabels, threshold: 1 },
    () => null,
    catalog,
  );
const topKs = async (request: Record<string, unknown>) => {
  const { light_ml, embedding, cross_encoder, llm_judge } = (await plan(request)).stages;
  return [light_ml, embedding, cross_encoder, llm_judge].map(({ topK }) => topK);
};

describe('a plan', () => {
  it('has the default top_k of each stage', async () => {
    expect(await topKs({})).toEqual([2000, 200, 50, 10]);
  });

  it('raises a default to the limit, and never a given top_k', async () => {
    expect(await topKs({ limit: 80 })).toEqual([2000, 200, 80, 80]);
    expect(
      await topKs({ limit: 80, stages: { embedding: { top_k: 5 }, cross_encoder: { min_score: 0.1 } } }),
    ).toEqual([2000, 5, 80, 80]);
  });

  it('has every stage on but the judge; booleans and objects may be mixed', async () => {
    const enabled = async (stages: Record<string, unknown>) =>
      Object.entries((await plan({ stages })).stages).flatMap(([name, stage]) =>
        stage.enabled ? [name] : [],
      );
    expect(await enabled({})).toEqual(['sql_filter', 'light_ml', 'embedding', 'cross_encoder']);
    expect(
      await enabled({
        light_ml: false,
        embedding: { enabled: false },
        cross_encoder: { top_k: 3 },
        llm_judge: true,
      }),
    ).toEqual(['sql_filter', 'cross_encoder', 'llm_judge']);
  });

  it('takes the aggregation of the domain unless the request has one', async () => {
    expect((await plan({})).aggregation).toBe('product');
    expect((await plan({ reciprocal: 'min' })).aggregation).toBe('min');
    expect(await plan({ reciprocal: 'off' })).toMatchObject({
      aggregation: 'off',
      appliesCandidatePreferences: true,
    });
    expect(await plan({}, oneWay)).toMatchObject({ aggregation: 'off', appliesCandidatePreferences: false });
  });

  it('explores by default where a model of the own outcomes ranks, and not where another tier is pinned', async () => {
    const [prior] = await createPriorCatalog().models(TENANT, miniDating);
    const catalog: ModelCatalog = { models: async () => [{ ...prior, tier: 'tenant' }, prior] };
    const share = async (request: object) => (await plan({ ...request }, miniDating, catalog)).explore;
    expect(await share({})).toBe(0.05);
    expect(await share({ stages: { cross_encoder: { model: 'domain' } } })).toBe(0);
    expect(await share({ explore: 0.1, record: false })).toBe(0.1);
    expect((await plan({})).explore).toBe(0);
  });

  it('refuses what the request alone shows to be wrong', async () => {
    await expect(plan({ filters: { age: 'old' } })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(plan({ stages: { llm_judge: { model: 'tenant' } } })).rejects.toMatchObject({
      code: 'model_unavailable',
    });
  });
});

describe('the priors', () => {
  it('have versions that follow what they say', async () => {
    const catalog = createPriorCatalog();
    const version = async (definition = miniDating) => (await catalog.models(TENANT, definition))[0].version;
    const changed = { ...miniDating, scorecard: { ...miniDating.scorecard, intercept: 0.1 } };
    expect(await version(structuredClone(miniDating))).toBe(await version());
    expect(await version(changed)).not.toBe(await version());
  });

  it('are the general one alone where a domain declares no terms', async () => {
    const bare = { ...miniDating, scorecard: { ...miniDating.scorecard, terms: [] } };
    const models = await createPriorCatalog().models(TENANT, bare);
    expect(models.map(({ tier }) => tier)).toEqual(['general']);
  });

  it('compare, in general, what both sides have and what can be alike', () => {
    const terms = (definition = miniDating) =>
      generalScorecard(definition).terms.map(({ name, compare }) => `${name}: ${compare}`);
    expect(terms()).toEqual([
      'age: ratio',
      'goal: same',
      'city: distance',
      'hobbies: overlap',
      'last_updated: recency',
    ]);
    expect(terms(work)).toEqual(['age: ratio', 'last_updated: recency']);
    expect(terms(shippedDomain('dating'))).toContain('age: difference');
  });
});
