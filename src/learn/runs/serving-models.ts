/** Ranking models that a run starts from and is compared with. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { Tier } from '../../contract/match.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { loadRankingModel } from '../../ranking/models/load-ranking-model.ts';
import { domainPrior, generalPrior } from '../../ranking/models/model-catalog.ts';
import { modelsOfSchema } from '../../ranking/models/model-of-schema.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { LearningStore, StoredRankingModel } from '../../storage/learning-store.ts';

export interface ServingModels {
  /** Serves the tier if the run's model is not deployed. */
  readonly serving: RankingModel;
  /** The tier above: start of the fit and target of the shrinkage. */
  readonly base: RankingModel;
  readonly prior: RankingModel;
  readonly servingIsPrior: boolean;
}

interface Parts {
  readonly learning: Pick<LearningStore, 'rankingModelsFor'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
}

/** Ignores models of other schema versions, whose fields differ. */
export async function servingModels(
  { learning, artifacts }: Parts,
  owner: TenantId,
  definition: DomainDefinition,
  tier: Tier,
): Promise<ServingModels> {
  const inForce = await learning.rankingModelsFor(owner, definition.domain);
  const fitting = modelsOfSchema(inForce, definition);
  const declares = definition.scorecard.terms.length > 0;
  const prior = declares && tier !== 'general' ? domainPrior(definition) : generalPrior(definition);
  const load = (model: StoredRankingModel | undefined) =>
    model === undefined ? prior : loadRankingModel(artifacts, model);
  const own = fitting.find((model) => model.tier === tier);
  const base = await load(above(fitting, tier, declares));
  const serving = own === undefined ? base : await load(own);
  return { serving, base, prior, servingIsPrior: serving === prior };
}

/**
 * The trained model of the tier above. A declared scorecard is a better start than a model for all domains.
 */
function above(
  models: readonly StoredRankingModel[],
  tier: Tier,
  declares: boolean,
): StoredRankingModel | undefined {
  const of = (wanted: Tier) => models.find((model) => model.tier === wanted);
  if (tier === 'general') return undefined;
  const domain = tier === 'tenant' ? of('domain') : undefined;
  return domain ?? (declares ? undefined : of('general'));
}
