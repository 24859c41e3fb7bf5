/** Creates the model service. Requests are validated at once; the adaptation itself is a job. */

import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import type { TenantId } from '../../../contract/brands.ts';
import type { DeclaredEvents } from '../../../contract/dataset-events.ts';
import { apiError } from '../../../contract/errors.ts';
import { acceptJob } from '../../../platform/jobs/accept-job.ts';
import { resourceJob } from '../../../platform/jobs/resource-job.ts';
import type { NewJob } from '../../../platform/storage/job.ts';
import type { NewModel } from '../../../platform/storage/model-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { assertTrainable } from '../../datasets/access-terms.ts';
import { type AdaptationInput, adaptationKind } from './adaptation-kind.ts';
import { assertContexts } from './assert-contexts.ts';
import { settledEvents } from './event-settings.ts';
import { findModel, type ReadyModel, readyModel } from './find-model.ts';
import { modelFields } from './model-fields.ts';
import type { ModelService } from './model-service.ts';

export interface ModelServiceParts {
  readonly store: Pick<Store, 'datasets' | 'models' | 'jobs' | 'tokenizers'>;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'model' | 'job') => string;
}

export function createModelService(parts: ModelServiceParts): ModelService {
  const { models, jobs } = parts.store;
  return {
    async adapt(tenant, request, claim) {
      const { base, tokenizerId, declaredEvents } = await validate(parts, tenant, request);
      const model = newModel(parts, tenant, request, base?.modelId ?? null, tokenizerId);
      const events = settledEvents(request.settings.events, declaredEvents);
      const input: AdaptationInput = { settings: { ...request.settings, events } };
      const changes = [{ name: 'createModel', args: [model] }] as const;
      return acceptJob({ jobs, wake: parts.wake }, newJob(model, input, parts.clock()), claim, changes);
    },
    get: async (tenant, modelId) => modelFields(await findModel(models, tenant, modelId)),
    async list(tenant, { before, limit, status }) {
      const found = await models.list(tenant, { before, limit: limit + 1, status });
      const page = found.slice(0, limit);
      return { data: page.map(modelFields), next: found.length > limit ? page.at(-1)!.modelId : null };
    },
  };
}

interface ValidatedAdaptation {
  readonly base: ReadyModel | null;
  /** The tokenizer whose codes the model uses; null: it uses no codes, or the job fits a tokenizer. */
  readonly tokenizerId: string | null;
  readonly declaredEvents: DeclaredEvents;
}

async function validate(
  { store }: ModelServiceParts,
  tenant: TenantId,
  request: AdaptationRequest,
): Promise<ValidatedAdaptation> {
  const dataset = await store.datasets.get(tenant, request.dataset_id);
  if (dataset === null) {
    throw apiError(
      'dataset_not_found',
      `There is no dataset ${request.dataset_id} in this workspace. GET /v1/datasets lists those that are ready.`,
      { dataset_id: request.dataset_id },
    );
  }
  assertTrainable(dataset);
  assertContexts(request, dataset);
  const base =
    request.base_model_id === undefined
      ? null
      : await validateBase(store, tenant, request, request.base_model_id);
  const named = ('tokenizer_id' in request ? request.tokenizer_id : undefined) ?? null;
  if (named !== null) await validateTokenizer(store, tenant, named);
  if (base !== null && named !== null && named !== base.made.tokenizerId) throw otherCodes(base, named);
  const tokenizerId = named ?? base?.made.tokenizerId ?? null;
  return { base, tokenizerId, declaredEvents: dataset.declaredEvents };
}

/** The weights of a base model are meaningless for the codes of another tokenizer. */
function otherCodes({ modelId, made }: ReadyModel, named: string) {
  return apiError(
    'conflict',
    `The base model ${modelId} uses the codes of tokenizer ${made.tokenizerId}, so a model that continues from it cannot use those of ${named}. Leave tokenizer_id out, or train from scratch.`,
    { base_model_id: modelId, base_tokenizer_id: made.tokenizerId, tokenizer_id: named },
  );
}

async function validateBase(
  { models }: Pick<Store, 'models'>,
  tenant: TenantId,
  { architecture }: AdaptationRequest,
  baseModelId: string,
): Promise<ReadyModel> {
  const base = await readyModel(models, tenant, baseModelId);
  if (base.architecture === architecture) return base;
  throw apiError(
    'capability_missing',
    `The base model ${baseModelId} is a ${base.architecture}; a ${architecture} can only continue from a model of its own architecture.`,
    { base_model_id: baseModelId, architecture: base.architecture },
  );
}

async function validateTokenizer(
  { tokenizers }: Pick<Store, 'tokenizers'>,
  tenant: TenantId,
  tokenizerId: string,
): Promise<void> {
  const tokenizer = await tokenizers.get(tenant, tokenizerId);
  if (tokenizer === null) {
    throw apiError('tokenizer_not_found', `There is no tokenizer ${tokenizerId} in this workspace.`, {
      tokenizer_id: tokenizerId,
    });
  }
  if (tokenizer.status !== 'ready') {
    throw apiError(
      'tokenizer_not_ready',
      `The tokenizer ${tokenizerId} is ${tokenizer.status}; wait until it is ready, or leave tokenizer_id out to have one fitted.`,
      { tokenizer_id: tokenizerId, status: tokenizer.status },
    );
  }
}

function newModel(
  { newId, clock }: ModelServiceParts,
  tenantId: TenantId,
  request: AdaptationRequest,
  baseModelId: string | null,
  tokenizerId: string | null,
): NewModel {
  return {
    tenantId,
    modelId: newId('model'),
    name: request.name,
    architecture: request.architecture,
    datasetId: request.dataset_id,
    baseModelId,
    tokenizerId,
    jobId: newId('job'),
    createdAt: new Date(clock()).toISOString(),
  };
}

function newJob({ tenantId, modelId, jobId, createdAt }: NewModel, input: unknown, nowMs: number): NewJob {
  const resource = { type: 'model', id: modelId } as const;
  return resourceJob({ jobId, tenantId, kind: adaptationKind.kind, resource, input, createdAt }, nowMs);
}
