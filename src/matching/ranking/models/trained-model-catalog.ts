/**
 * The ranking models in force for a tenant's domain: the trained model of each tier, or the tier's prior
 * where no model was trained. Each match asks for them. One cheap version number reveals every change, by any
 * process, so a stored model is read once. A match keeps the models that it began with; a deployment takes
 * effect between requests.
 *
 * Where the tenant's outcomes have fitted level and temperature of a model, it serves with them.
 *
 * A model is read again after a person was erased from it. A model of another schema version is skipped,
 * because its terms may name removed fields. A model that cannot be read is reported and skipped; the next
 * tier serves.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import type { StoredCalibration } from '../../../platform/storage/calibration-store.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import type { RankingModel } from '../ranking-model.ts';
import { calibratedModel, StageCurves } from './calibrated-model.ts';
import { createPriorCatalog, type ModelCatalog, type StageModel, stageModel } from './model-catalog.ts';
import { modelsOfSchema } from './model-of-schema.ts';
import { type ReadWordCounts, withWords } from './read-word-counts.ts';

export interface TrainedModelCatalogParts {
  readonly rankingModelsFor: (tenant: TenantId, domain: string) => Promise<readonly StoredRankingModel[]>;
  readonly calibrationsFor: (tenant: TenantId, domain: string) => Promise<readonly StoredCalibration[]>;
  readonly wordsFor: ReadWordCounts;
  readonly modelsVersion: () => Promise<number>;
  readonly load: (model: StoredRankingModel) => Promise<RankingModel>;
  readonly onFailure: (
    error: unknown,
    model: Pick<StoredRankingModel, 'tenantId' | 'domain' | 'version'>,
  ) => void;
}

interface ModelsInForce {
  /** The models as they were read. */
  readonly stored: readonly KnownModel[];
  readonly serving: readonly [StageModel, ...StageModel[]];
}

/** `revision` identifies the stored model; a prior has none. */
interface KnownModel extends StageModel {
  readonly revision?: string;
}

/** Domains whose models stay in memory; the least recently used is evicted first. */
const MOST_DOMAINS = 64;

export function createTrainedModelCatalog(parts: TrainedModelCatalogParts): ModelCatalog {
  const priors = createPriorCatalog();
  const known = new Map<string, { readonly version: number; readonly models: Promise<ModelsInForce> }>();
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
      return (await entry.models).serving;
    },
  };
}

async function modelsInForce(
  parts: TrainedModelCatalogParts,
  priors: ModelCatalog,
  tenant: TenantId,
  definition: DomainDefinition,
  before: Promise<ModelsInForce> | undefined,
): Promise<ModelsInForce> {
  const earlier = (await before?.catch(() => undefined))?.stored ?? [];
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
  const stored = (['tenant', 'domain', 'general'] as const).flatMap((tier) => byTier.get(tier) ?? []);
  const calibrations = await parts.calibrationsFor(tenant, definition.domain);
  const words = await parts.wordsFor(tenant, definition.domain);
  const [first, ...rest] = stored.map((model) => withWords(withCalibration(model, calibrations), words));
  return { stored, serving: [first!, ...rest] };
}

function withCalibration(model: StageModel, calibrations: readonly StoredCalibration[]): StageModel {
  const found = calibrations.find(({ version }) => version === model.version);
  if (found === undefined || found.curves === null) return model;
  const curves = StageCurves.safeParse(found.curves);
  return curves.success ? calibratedModel(model, curves.data, found.outcomes) : model;
}

/** Changes with every erasure, and when the model's files are rewritten. */
export function revisionOf({ tier, version, files, erased }: StoredRankingModel): string {
  return JSON.stringify([tier, version, files.map(({ key }) => key), erased]);
}
