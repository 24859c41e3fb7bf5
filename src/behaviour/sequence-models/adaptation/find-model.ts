/** Looks up models by id; throws the errors of the API. */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../../contract/brands.ts';
import { type ApiError, apiError } from '../../../contract/errors.ts';
import type { Model, ModelMade, ModelStore } from '../../../platform/storage/model-store.ts';

export type ReadyModel = Model & { readonly made: ModelMade };

export type ModelLookup = Pick<ModelStore, 'get' | 'idOfAlias'>;

/** `id`: of a model, or `alias:NAME`. 404 `model_not_found`. */
export async function findModel(models: ModelLookup, tenant: TenantId, id: string): Promise<Model> {
  const modelId = await resolveModelId(models, tenant, id);
  const model = await models.get(tenant, modelId);
  if (model !== null) return model;
  throw apiError(
    'model_not_found',
    `There is no model ${modelId} in this workspace. GET /v1/models lists those that there are.`,
    { model_id: modelId },
  );
}

export const ALIAS_PREFIX = 'alias:';

/** The id of the model that an alias names now; any other id as it is. 404 `model_not_found`: no alias. */
async function resolveModelId(
  models: Pick<ModelStore, 'idOfAlias'>,
  tenant: TenantId,
  id: string,
): Promise<string> {
  if (!id.startsWith(ALIAS_PREFIX)) return id;
  const modelId = await models.idOfAlias(tenant, id.slice(ALIAS_PREFIX.length));
  if (modelId !== null) return modelId;
  throw noAlias(id.slice(ALIAS_PREFIX.length));
}

/** 404 `model_not_found`. */
export function noAlias(name: string): ApiError {
  return apiError(
    'model_not_found',
    `There is no alias ${name} in this workspace. GET /v1/model-aliases lists those that there are, and PUT /v1/model-aliases/{name} makes one.`,
    { model_id: `${ALIAS_PREFIX}${name}` },
  );
}

const MAX_CACHED = 1000;
/** A model that another process has deleted is forgotten by then. */
const CACHED_FOR_MS = 1000;

export interface RememberedModels extends ModelLookup {
  /** Called after a deletion: from then on the model is not found. */
  forget(tenant: TenantId, modelId: string): void;
}

/**
 * Caches ready models, without their reports and most training facts. A ready model does not change
 * otherwise, but it may be deleted. Reading the whole card for every prediction would parse about 100 KB on
 * the main thread.
 */
export function rememberReady(models: ModelLookup): RememberedModels {
  let forgotten = 0;
  const cache = new LRUCache<string, Model>({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  return {
    forget: (tenant, modelId) => {
      forgotten++;
      cache.delete(`${tenant}/${modelId}`);
    },
    idOfAlias: (tenant, name) => models.idOfAlias(tenant, name),
    async get(tenant, modelId) {
      const key = `${tenant}/${modelId}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const before = forgotten;
      const found = await models.get(tenant, modelId);
      if (found?.made == null) return found;
      const { events } = (found.made.training ?? {}) as { readonly events?: unknown };
      const model = { ...found, made: { ...found.made, report: null, training: { events } } };
      // The model may have been read just before its deletion.
      if (forgotten === before) cache.set(key, model);
      return model;
    },
  };
}

/** 404 `model_not_found`, 409 `model_not_ready`. */
export async function readyModel(models: ModelLookup, tenant: TenantId, id: string): Promise<ReadyModel> {
  const model = await findModel(models, tenant, id);
  const { modelId } = model;
  if (model.made !== null) return { ...model, made: model.made };
  throw apiError(
    'model_not_ready',
    model.status === 'failed'
      ? `The model ${modelId} failed and never will be ready: ${model.error?.message ?? 'see its card'}`
      : `The model ${modelId} is ${model.status}; only ready models accept inference. Poll GET /v1/models/${modelId}, or its job ${model.jobId}.`,
    { model_id: modelId, status: model.status, job_id: model.jobId },
  );
}
