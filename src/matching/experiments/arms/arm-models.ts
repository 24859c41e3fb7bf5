/**
 * The ranking models of an arm: those in force, with the arm's tier or version first and its points added. A
 * match with the arm chooses from them as every match chooses from those in force.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { Issue } from '../../../contract/error-details.ts';
import type { ExperimentArm } from '../../../contract/experiment.ts';
import { type ModelStage, modelStages } from '../../../contract/match-stages.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ModelCatalog, StageModel } from '../../ranking/models/model-catalog.ts';
import { addPoints } from './add-points.ts';

type Models = readonly [StageModel, ...StageModel[]];

/** A version that is kept, whether it serves or not; null: none of that name for the domain. */
type FindVersion = (
  tenant: TenantId,
  definition: DomainDefinition,
  version: string,
) => Promise<StageModel | null>;

export interface ArmModelParts {
  readonly models: ModelCatalog;
  readonly findVersion: FindVersion;
}

export type ArmModels =
  | { readonly models: Models }
  | { readonly missing: { readonly stage: ModelStage; readonly pin: string }; readonly available: Models }
  | { readonly faults: readonly Issue[] };

export async function modelsOfArm(
  { models, findVersion }: ArmModelParts,
  arm: ExperimentArm,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<ArmModels> {
  const available = await models.models(tenant, definition);
  const chosen = await chosenModel(arm, available, (version) => findVersion(tenant, definition, version));
  if (chosen === undefined)
    return { missing: { stage: 'light_ml', pin: arm.version ?? arm.tier! }, available };
  const changed = withPoints(chosen, arm);
  if ('faults' in changed) return changed;
  const others = available.filter(({ tier }) => tier !== changed.tier);
  const missing = missingPin(arm, [changed, ...others]);
  return missing === null ? { models: [changed, ...others] } : { missing, available };
}

async function chosenModel(
  { tier, version }: ExperimentArm,
  available: Models,
  find: (version: string) => Promise<StageModel | null>,
): Promise<StageModel | undefined> {
  if (version !== undefined)
    return available.find((model) => model.version === version) ?? (await find(version)) ?? undefined;
  return tier === undefined ? available[0] : available.find((model) => model.tier === tier);
}

/** A tier that a stage of the arm pins, and that does not exist. */
function missingPin({ stages }: ExperimentArm, models: Models) {
  for (const stage of modelStages) {
    const given = stages?.[stage];
    const pin = typeof given === 'object' ? given.model : undefined;
    if (pin !== undefined && !models.some(({ tier }) => tier === pin)) return { stage, pin };
  }
  return null;
}

/**
 * The changed models. Each model is changed once, because caches elsewhere are keyed by the identity of a
 * model and its terms.
 */
const changedModels = new WeakMap<StageModel, Map<string, StageModel>>();

function withPoints(
  model: StageModel,
  arm: ExperimentArm,
): StageModel | { readonly faults: readonly Issue[] } {
  if (arm.scorecard_change === undefined) return model;
  const key = JSON.stringify(arm.scorecard_change);
  const known = changedModels.get(model) ?? new Map<string, StageModel>();
  changedModels.set(model, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { card } = model.rankingModel;
  const added = addPoints(card.scorecard, arm.scorecard_change);
  if ('faults' in added) return added;
  const rankingModel = { ...model.rankingModel, card: { ...card, scorecard: added.scorecard } };
  // Outcomes have calibrated the sum of the model's own points, not this one.
  const changed = { ...model, calibrated: false, rankingModel };
  known.set(key, changed);
  return changed;
}
