/** Pins of one tier on every stage that ranks, and the first settings of a comparison of two tiers. */
import { modelStages } from 'counterpart-stages';
import type { Schema, Stages } from '../../api/queries.ts';
import type { Settings } from './match-search.ts';
import { readStage, type Tier, writeStage } from './stage-form.ts';

/** The tiers that every ranking stage can pin, most specific first. */
export function commonTiers({ tiers }: Pick<Schema, 'tiers'>): readonly Tier[] {
  const [first, ...others] = modelStages.map((stage) => tiers[stage].map(({ tier }) => tier));
  return (first ?? []).filter((tier) => others.every((list) => list.includes(tier)));
}

/** The same tier on every ranking stage; undefined: no pins. Other options of the stages stay. */
export function pinTier(stages: Stages | undefined, tier: Tier | undefined): Stages | undefined {
  let next = stages;
  for (const stage of modelStages) next = writeStage(next, stage, { ...readStage(next, stage), model: tier });
  return next;
}

/** The tier that every ranking stage is pinned to. */
export function pinnedTier(stages: Stages | undefined): Tier | undefined {
  const [first, ...others] = modelStages.map((stage) => readStage(stages, stage).model);
  return others.every((tier) => tier === first) ? first : undefined;
}

/** Settings A and B that differ in their tier alone: the two most specific ones. */
export function twoTiers(
  settings: Settings | undefined,
  tiers: readonly Tier[],
): { readonly a: Settings; readonly b: Settings } | undefined {
  const [one, other] = tiers;
  if (one === undefined || other === undefined) return undefined;
  const withTier = (tier: Tier): Settings => {
    const stages = pinTier(settings?.stages, tier);
    return { ...settings, ...(stages !== undefined && { stages }) };
  };
  return { a: withTier(one), b: withTier(other) };
}
