import { expect, it } from 'vitest';
import { commonTiers, pinnedTier, pinTier, twoTiers } from './tier-pins.ts';

const of = (...tiers: ('general' | 'domain' | 'tenant')[]) =>
  tiers.map((tier) => ({ tier, version: tier, calibrated: false }));

it('a tier is offered for all stages only where each has it', () => {
  const tiers = {
    light_ml: of('tenant', 'domain', 'general'),
    embedding: of('domain', 'general'),
    cross_encoder: of('tenant', 'domain', 'general'),
    llm_judge: [],
  };
  expect(commonTiers({ tiers })).toEqual(['domain', 'general']);
});

it('a pin on all stages keeps their other options, and is taken off whole', () => {
  const stages = { light_ml: { top_k: 50 }, embedding: false };
  const pinned = pinTier(stages, 'general');
  expect(pinned).toMatchObject({
    light_ml: { top_k: 50, model: 'general' },
    embedding: { enabled: false, model: 'general' },
    cross_encoder: { model: 'general' },
  });
  expect(pinnedTier(pinned)).toBe('general');
  expect(pinnedTier(stages)).toBeUndefined();
  expect(pinTier(pinned, undefined)).toEqual(stages);
});

it('two tiers are compared under otherwise equal settings', () => {
  const pair = twoTiers({ limit: 5, weights: { distance: 0 } }, ['tenant', 'domain', 'general']);
  expect([pinnedTier(pair?.a.stages), pinnedTier(pair?.b.stages)]).toEqual(['tenant', 'domain']);
  expect(pair?.a).toMatchObject({ limit: 5, weights: { distance: 0 } });
  expect(twoTiers({}, ['general'])).toBeUndefined();
});
