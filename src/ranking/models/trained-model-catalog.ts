/**
 * The models of a tenant's domain as they are in force now: trained heads where there are any, and below each tier that
 * has none its prior. Asked before every match; what changes is noticed by one cheap number, whichever process deployed
 * it, and a head is read once. A match keeps the models that it began with, so a deployment falls between requests.
 *
 * A head is read again when somebody was erased from it. One of another version of the domain is passed over: its terms
 * may name fields that are no more. One that cannot be read is reported and passed over too; the tier below serves.
 */
import type { TenantId } from '../../contract/brands.ts';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import type { StoredRankingModel } from '../../storage/learning-store.ts';
import type { RankingModel } from '../ranking-model.ts';
import { createPriorCatalog, type ModelCatalog, type StageModel, stageModel } from './model-catalog.ts';
import { modelsOfSchema } from './model-of-schema.ts';

export interface TrainedModelCatalogParts {
  readonly rankingModelsFor: (tenant: TenantId, domain: string) => Promise<readonly StoredRankingModel[]>;
  readonly modelsVersion: () => Promise<number>;
  readonly load: (model: StoredRankingModel) => Promise<RankingModel>;
  readonly onFailure: (
    error: unknown,
    model: Pick<StoredRankingModel, 'tenantId' | 'domain' | 'version'>,
  ) => void;
}

type Models = readonly [KnownModel, ...KnownModel[]];

/** `revision`: what it was read from; a prior has none. */
interface KnownModel extends StageModel {
  readonly revision?: string;
}

/** Domains whose heads are kept ready; the one that was asked for longest ago goes first. */
const MOST_DOMAINS = 64;

export function createTrainedModelCatalog(parts: TrainedModelCatalogParts): ModelCatalog {
  const priors = createPriorCatalog();
  const known = new Map<string, { readonly version: number; readonly models: Promise<Models> }>();
  return {
    async models(tenant, definition) {
      const version = await parts.modelsVersion();
      const key = JSON.stringify([tenant, schemaVersion(definition)]);
      const found = known.get(key);
      known.delete(key);
      const entry =
        found?.version === version
          ? found
          : { version, models: modelsInForce(parts, priors, tenant, definition, found?.models) };
      known.set(key, entry);
      if (known.size > MOST_DOMAINS) known.delete(known.keys().next().value!);
      entry.models.catch(() => known.delete(key));
      return entry.models;
    },
  };
}

async function modelsInForce(
  parts: TrainedModelCatalogParts,
  priors: ModelCatalog,
  tenant: TenantId,
  definition: DomainDefinition,
  before: Promise<Models> | undefined,
): Promise<Models> {
  const earlier = (await before?.catch(() => undefined)) ?? [];
  const models = await parts.rankingModelsFor(tenant, definition.domain);
  const fitting = modelsOfSchema(models, definition);
  const trained = await Promise.all(
    fitting.map(async (model): Promise<readonly KnownModel[]> => {
      const revision = revisionOf(model);
      const same = earlier.find((model) => model.revision === revision);
      if (same !== undefined) return [same];
      try {
        return [{ ...stageModel(await parts.load(model)), revision }];
      } catch (error) {
        parts.onFailure(error, model);
        return [];
      }
    }),
  );
  const byTier = new Map<string, KnownModel>();
  for (const model of trained.flat()) if (!byTier.has(model.tier)) byTier.set(model.tier, model);
  for (const prior of await priors.models(tenant, definition)) {
    if (!byTier.has(prior.tier)) byTier.set(prior.tier, prior);
  }
  const [first, ...rest] = (['tenant', 'domain', 'general'] as const).flatMap(
    (tier) => byTier.get(tier) ?? [],
  );
  return [first!, ...rest];
}

/** Another with every erasure, and when its files are written anew. */
function revisionOf({ tier, version, files, erased }: StoredRankingModel): string {
  return JSON.stringify([tier, version, files.map(({ key }) => key), erased]);
}
