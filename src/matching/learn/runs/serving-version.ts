/** The version of the model that ranks the next match of a domain, where no stage pins a tier. */
import type { TenantId } from '../../../contract/brands.ts';
import type { ServingModel } from '../../../contract/serving-model.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';
import { createPriorCatalog } from '../../ranking/models/model-catalog.ts';
import { modelsOfSchema } from '../../ranking/models/model-of-schema.ts';

const priors = createPriorCatalog();

/** Models of another schema version do not rank, as in `trained-model-catalog.ts`. */
export async function servingVersion(
  learning: Pick<LearningStore, 'rankingModelsFor'>,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<ServingModel> {
  const { domain } = definition;
  const inForce = modelsOfSchema(await learning.rankingModelsFor(tenant, domain), definition);
  const own = inForce.find(({ tier }) => tier === 'tenant');
  const all = [...inForce, ...(await priors.models(tenant, definition))];
  const [serving] = (['tenant', 'domain', 'general'] as const).flatMap(
    (wanted) => all.find(({ tier }) => tier === wanted) ?? [],
  );
  return {
    domain,
    run_id: own?.runId ?? null,
    version: own?.version ?? null,
    serving: { tier: serving!.tier, version: serving!.version },
  };
}
