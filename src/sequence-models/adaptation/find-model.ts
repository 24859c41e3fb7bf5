/** Looks up models by id; throws the errors of the API. */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { Model, ModelMade, ModelStore } from '../../storage/model-store.ts';

export type ReadyModel = Model & { readonly made: ModelMade };

/** 404 `model_not_found`. */
export async function findModel(
  models: Pick<ModelStore, 'get'>,
  tenant: TenantId,
  modelId: string,
): Promise<Model> {
  const model = await models.get(tenant, modelId);
  if (model !== null) return model;
  throw apiError(
    'model_not_found',
    `There is no model ${modelId} in this workspace. GET /v1/models lists those that there are.`,
    { model_id: modelId },
  );
}

const MAX_CACHED = 1000;
/** A deleted model is forgotten by then, also by other processes. */
const CACHED_FOR_MS = 1000;

/**
 * Caches ready models, without their reports and training facts. Of a ready model nothing else changes, but it may
 * be deleted.
 * To read the whole card for every prediction would parse about 100 KB on the main thread.
 */
export function rememberReady(models: Pick<ModelStore, 'get'>): Pick<ModelStore, 'get'> {
  const cache = new LRUCache<string, Model>({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  return {
    async get(tenant, modelId) {
      const key = `${tenant}/${modelId}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const found = await models.get(tenant, modelId);
      if (found?.made == null) return found;
      const model = { ...found, made: { ...found.made, report: null, training: null } };
      cache.set(key, model);
      return model;
    },
  };
}

/** 404 `model_not_found`, 409 `model_not_ready`. */
export async function readyModel(
  models: Pick<ModelStore, 'get'>,
  tenant: TenantId,
  modelId: string,
): Promise<ReadyModel> {
  const model = await findModel(models, tenant, modelId);
  if (model.made !== null) return { ...model, made: model.made };
  throw apiError(
    'model_not_ready',
    model.status === 'failed'
      ? `The model ${modelId} failed and never will be ready: ${model.error?.message ?? 'see its card'}`
      : `The model ${modelId} is ${model.status}; only ready models accept inference. Poll GET /v1/models/${modelId}, or its job ${model.jobId}.`,
    { model_id: modelId, status: model.status, job_id: model.jobId },
  );
}
