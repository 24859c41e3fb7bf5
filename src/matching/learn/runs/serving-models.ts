/** Ranking models that a run starts from and is compared with. */

import type { TenantId } from '../../../contract/brands.ts';
import type { Tier } from '../../../contract/tier.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { LearningStore, StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { loadRankingModel, loadValidatedModel } from '../../ranking/models/load-ranking-model.ts';
import { domainPrior, generalPrior } from '../../ranking/models/model-catalog.ts';
import { modelsOfSchema } from '../../ranking/models/model-of-schema.ts';
import { CROSS_ENCODER_FILE, type RankingModel, VALIDATED_PREFIX } from '../../ranking/ranking-model.ts';

export interface ServingModels {
  /** Serves the tier if the run's model is not deployed. */
  readonly serving: RankingModel;
  /** The tier above: start of the fit and target of the shrinkage. */
  readonly base: RankingModel;
  readonly prior: RankingModel;
  readonly servingIsPrior: boolean;
  /**
   * The models that a run's validated model starts from and is compared with. Absent: both of the above are
   * priors.
   */
  readonly validated?: ValidatedModels;
}

/** Models that were fitted without held-out rows, in place of the serving ones. */
interface ValidatedModels {
  readonly serving: RankingModel;
  readonly base: RankingModel;
  /**
   * The serving model was stored without a validated twin, so `serving` is itself. Only held-out rows later
   * than this time (epoch ms) are new to it. null: it has a validated twin.
   */
  readonly servingSeesUntilMs: number | null;
  /**
   * The last deployed models of the tier that have a cross encoder, where the serving ones have none. So a
   * later run continues its training, although a run in between left it out. null: none has one.
   */
  readonly lastCrossEncoder: LastCrossEncoder | null;
}

interface LastCrossEncoder {
  readonly served: RankingModel;
  readonly validated: RankingModel;
}

/** Deployed models that are looked through for one. */
const MOST_LOOKED_AT = 50;

interface Parts {
  readonly learning: Pick<LearningStore, 'rankingModelsFor' | 'deployedModels'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
}

/** Ignores models of other schema versions, whose fields differ. */
export async function servingModels(
  parts: Parts,
  owner: TenantId,
  definition: DomainDefinition,
  tier: Tier,
): Promise<ServingModels> {
  const { learning, artifacts } = parts;
  const inForce = await learning.rankingModelsFor(owner, definition.domain);
  const fitting = modelsOfSchema(inForce, definition);
  const declares = definition.scorecard.terms.length > 0;
  const prior = declares && tier !== 'general' ? domainPrior(definition) : generalPrior(definition);
  const own = fitting.find((model) => model.tier === tier);
  const base = await loadModels(artifacts, above(fitting, tier, declares), prior);
  const serving = own === undefined ? base : await loadModels(artifacts, own, prior);
  return {
    serving: serving.served,
    base: base.served,
    prior,
    servingIsPrior: serving.served === prior,
    validated: {
      serving: serving.validated ?? serving.served,
      // A base without a twin has seen held-out rows of the tenants that share their outcomes.
      base: base.validated ?? prior,
      servingSeesUntilMs: serving.validated === null ? trainedAtMs(serving.served) : null,
      lastCrossEncoder:
        serving.validated?.crossEncoder == null
          ? await lastCrossEncoder(parts, owner, definition, tier)
          : null,
    },
  };
}

async function lastCrossEncoder(
  { learning, artifacts }: Parts,
  owner: TenantId,
  definition: DomainDefinition,
  tier: Tier,
): Promise<LastCrossEncoder | null> {
  const deployed = await learning.deployedModels(owner, definition.domain, tier, MOST_LOOKED_AT);
  const twin = `${VALIDATED_PREFIX}${CROSS_ENCODER_FILE}`;
  const found = modelsOfSchema(deployed, definition).find(({ files }) =>
    files.some(({ part }) => part === twin),
  );
  if (found === undefined) return null;
  const validated = await loadValidatedModel(artifacts, found);
  return validated === null ? null : { served: await loadRankingModel(artifacts, found), validated };
}

/** `validated` null: the model was stored before there were twins. */
async function loadModels(
  artifacts: Parts['artifacts'],
  model: StoredRankingModel | undefined,
  prior: RankingModel,
): Promise<{ readonly served: RankingModel; readonly validated: RankingModel | null }> {
  if (model === undefined) return { served: prior, validated: prior };
  return {
    served: await loadRankingModel(artifacts, model),
    validated: await loadValidatedModel(artifacts, model),
  };
}

function trainedAtMs({ card }: RankingModel): number {
  return Date.parse(card.trained_at!);
}

/**
 * The trained model of the tier above. A declared scorecard is a better start than a model for all domains.
 */
function above(
  models: readonly StoredRankingModel[],
  tier: Tier,
  declares: boolean,
): StoredRankingModel | undefined {
  const modelOf = (wanted: Tier) => models.find((model) => model.tier === wanted);
  if (tier === 'general') return undefined;
  const domain = tier === 'tenant' ? modelOf('domain') : undefined;
  return domain ?? (declares ? undefined : modelOf('general'));
}
