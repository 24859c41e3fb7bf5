/**
 * Ranking models by tier, and the priors that serve before training. The versions of priors begin with
 * `prior-`:
 *
 *   domain    the scorecard that the domain file declares
 *   general   a scorecard derived from the schema alone (`general-scorecard.ts`)
 *
 * A domain that declares no terms has the general tier only. The `tenant` tier exists after training. Both
 * tiers can be pinned from the first day: docs/design/decisions/ranking-model.md.
 */
import { createHash } from 'node:crypto';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { ModelStage, StageName } from '../../../contract/match-stages.ts';
import type { Tier } from '../../../contract/tier.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import type { Scorecard } from '../../../domains/scorecard.ts';
import { isCalibrated, priorModel, type RankingModel } from '../ranking-model.ts';
import { generalScorecard } from './general-scorecard.ts';
import { servedScorecard } from './served-scorecard.ts';

export interface StageModel {
  readonly tier: Tier;
  /** One version always gives the same scores, until its level is fitted to more outcomes of a tenant. */
  readonly version: string;
  /** Whether level and temperature are fitted to outcomes, and not only declared. */
  readonly calibrated: boolean;
  readonly rankingModel: RankingModel;
}

export interface ModelCatalog {
  /** All existing tiers, most specific first. */
  models(tenant: TenantId, definition: DomainDefinition): Promise<readonly [StageModel, ...StageModel[]]>;
}

/** The pinned tier, else the most specific; throws 422 `model_unavailable`. */
export function chooseModel(
  models: readonly [StageModel, ...StageModel[]],
  stage: ModelStage,
  pin: Tier | undefined,
): StageModel {
  const chosen = pin === undefined ? models[0] : models.find(({ tier }) => tier === pin);
  if (chosen !== undefined) return chosen;
  const available = models.map(({ tier, version }) => ({ tier, version }));
  throw modelUnavailable(stage, pin!, available);
}

export function modelUnavailable(
  stage: StageName,
  pin: Tier,
  available: readonly { readonly tier: Tier; readonly version: string }[],
): Error {
  const tiers = available.map(({ tier }) => tier);
  return apiError(
    'model_unavailable',
    `stages.${stage}.model pins the ${pin} tier, which does not exist yet; ` +
      (tiers.length === 0
        ? 'no tier does, leave the pin out'
        : `pin ${tiers.join(' or ')}, or leave the pin out`),
    { stage, pinned: pin, available },
  );
}

export function createPriorCatalog(): ModelCatalog {
  const known = new WeakMap<DomainDefinition, readonly [StageModel, ...StageModel[]]>();
  return {
    async models(_tenant, definition) {
      const models = known.get(definition) ?? priors(definition);
      known.set(definition, models);
      return models;
    },
  };
}

function priors(definition: DomainDefinition): readonly [StageModel, ...StageModel[]] {
  const generalModel = stageModel(generalPrior(definition));
  const { scorecard } = definition;
  if (scorecard.terms.length === 0) return [generalModel];
  return [stageModel(domainPrior(definition)), generalModel];
}

/** The general tier before training: a scorecard derived from the schema alone, at the domain's base rate. */
export function generalPrior(definition: DomainDefinition): RankingModel {
  const scorecard = servedScorecard(definition, generalScorecard(definition));
  return priorModel(definition, 'general', scorecard, `prior-general@${hash8(scorecard)}`);
}

/** The domain tier before training: the scorecard that the domain file declares. */
export function domainPrior(definition: DomainDefinition): RankingModel {
  const scorecard = servedScorecard(definition);
  const version = `prior-${schemaVersion(definition)}@${hash8(scorecard)}`;
  return priorModel(definition, 'domain', scorecard, version);
}

/** A ranking model in the form that every stage uses. */
export function stageModel(rankingModel: RankingModel): StageModel {
  const { tier, version } = rankingModel.card;
  return { tier, version, calibrated: isCalibrated(rankingModel), rankingModel };
}

function hash8(scorecard: Scorecard): string {
  return createHash('sha256').update(JSON.stringify(scorecard)).digest('hex').slice(0, 8);
}
