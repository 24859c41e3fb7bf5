/** Accepts refits. Requests are validated at once; the refit itself is a job. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { RefitRequest } from '../../../contract/model-refit.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../../../platform/jobs/accept-job.ts';
import { resourceJob } from '../../../platform/jobs/resource-job.ts';
import type { NewModel } from '../../../platform/storage/model-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { assertTrainable } from '../../datasets/access-terms.ts';
import { type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { type RefitInput, refitKind } from './refit-kind.ts';

export interface RefitService {
  /**
   * A refit of the alias that is waiting or running is returned in place of a second one. 404
   * `model_not_found`, `dataset_not_found`; 403 `access_denied`; 409 `conflict` for the model's own dataset.
   */
  refit(tenant: TenantId, alias: string, request: RefitRequest, claim: RequestClaim): Promise<AcceptedJob>;
}

export interface RefitServiceParts {
  readonly store: Pick<Store, 'datasets' | 'models' | 'jobs'>;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'model' | 'job') => string;
}

export function createRefitService(parts: RefitServiceParts): RefitService {
  const { store, wake, clock } = parts;
  return {
    async refit(tenant, alias, { dataset_id, settings }, claim) {
      const serving = await readyModel(store.models, tenant, `alias:${alias}`);
      await validateDataset(parts, serving, dataset_id);
      const model = newModel(parts, serving, dataset_id);
      const { events, seed } = serving.made.training as {
        readonly events: EventSettings;
        readonly seed: number;
      };
      const input: RefitInput = { alias, events, seed, settings };
      const { tenantId, jobId, createdAt, modelId } = model;
      const resource = { type: 'model', id: modelId } as const;
      const job = resourceJob({ jobId, tenantId, kind: refitKind.kind, resource, input, createdAt }, clock());
      const changes = [{ name: 'createModel', args: [model] }] as const;
      return acceptJob({ jobs: store.jobs, wake }, { ...job, uniqueKey: alias }, claim, changes);
    },
  };
}

async function validateDataset(
  { store }: RefitServiceParts,
  { tenantId, modelId, datasetId: own }: ReadyModel,
  datasetId: string,
): Promise<void> {
  const dataset = await store.datasets.get(tenantId, datasetId);
  if (dataset === null) {
    throw apiError(
      'dataset_not_found',
      `There is no dataset ${datasetId} in this workspace. GET /v1/datasets lists those that are ready.`,
      { dataset_id: datasetId },
    );
  }
  assertTrainable(dataset);
  if (datasetId !== own) return;
  throw apiError(
    'conflict',
    `The model ${modelId} has learned from dataset ${datasetId} already, so nothing in it is new. Name a later dataset.`,
    { model_id: modelId, dataset_id: datasetId },
  );
}

function newModel(
  { newId, clock }: RefitServiceParts,
  { tenantId, modelId, name, architecture, made }: ReadyModel,
  datasetId: string,
): NewModel {
  return {
    tenantId,
    modelId: newId('model'),
    name,
    architecture,
    datasetId,
    baseModelId: modelId,
    tokenizerId: made.tokenizerId,
    jobId: newId('job'),
    createdAt: new Date(clock()).toISOString(),
  };
}
