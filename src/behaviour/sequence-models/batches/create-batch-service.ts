/** Batch predictions for callers. A request is validated and staged at once; a job does the work. */

import type { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { personBlocked } from '../../../contract/blocked.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { AcceptedJob, RequestClaim } from '../../../platform/jobs/accept-job.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { type StartBatchParts, startBatch } from '../../batches/start-batch.ts';
import { sourceFormat } from '../../datasets/sources/source-format.ts';
import { type SourceSettings, validateSource } from '../../datasets/sources/validate-source.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import type { PlacedFilter } from '../serving/inference-protocol.ts';
import { modelFor } from '../serving/inference-service.ts';
import { assertDistinct } from '../serving/item-id-errors.ts';
import type { ModelServing } from '../serving/model-serving.ts';
import { batchKind } from './batch-kind.ts';

export interface BatchService {
  /**
   * 404 `model_not_found`, `dataset_not_found`; 409 `model_not_ready`, `erased`; 422 `capability_missing`,
   * `duplicate_id`, `unknown_item`, `unknown_filter`, `unsupported_format`; 400 for a source that is not
   * allowed or a filter of a wrong form.
   */
  start(
    tenant: TenantId,
    modelId: string,
    request: BatchPredictionRequest,
    claim: RequestClaim,
  ): Promise<AcceptedJob>;
}

export interface BatchServiceParts extends StartBatchParts {
  readonly store: Pick<Store, 'models' | 'datasets' | 'jobs' | 'blocks'>;
  readonly serving: Pick<ModelServing, 'query'>;
  readonly sources: SourceSettings;
}

export function createBatchService(parts: BatchServiceParts): BatchService {
  return {
    async start(tenant, modelId, request, claim) {
      const model = await modelFor(parts.store.models, tenant, modelId, 'predict');
      const datasetId = await validate(parts, model, request);
      const readsNewest = request.dataset_id === undefined;
      await refuseBlocked(parts, tenant, request);
      const resource = { type: 'model', id: model.modelId };
      const batch = { kind: batchKind.kind, resource, request, input: { datasetId, readsNewest } };
      return startBatch(parts, tenant, batch, claim);
    },
  };
}

/** The ids of the people are in the result. */
async function refuseBlocked(
  { store }: BatchServiceParts,
  tenant: TenantId,
  { people = [] }: BatchPredictionRequest,
): Promise<void> {
  const blocked = await store.blocks.among(
    tenant,
    people.flatMap(({ person_id }) => person_id ?? []),
  );
  const at = people.findIndex(({ person_id }) => person_id !== undefined && blocked.has(person_id));
  if (at >= 0) throw personBlocked(people[at]!.person_id!, `people[${at}].person_id`);
}

/** Returns the id of the dataset whose people are read; null if no row needs it. */
async function validate(
  { store, sources, serving }: BatchServiceParts,
  model: ReadyModel,
  request: BatchPredictionRequest,
): Promise<string | null> {
  const { candidate_item_ids: candidates = [], source_uri, source_format, dataset_id, people } = request;
  assertDistinct(candidates);
  const filters = filtersOf(request);
  const { rules = [], limit } = request;
  if (candidates.length > 0 || filters.length > 0 || rules.length > 0)
    await serving.query(model, { kind: 'check', itemIds: candidates, filters, rules, limit });
  if (source_uri !== undefined) {
    sourceFormat(source_format ?? 'jsonl');
    await validateSource(source_uri, sources);
  }
  const isNeeded = dataset_id !== undefined || people?.every(({ history }) => history !== undefined) !== true;
  if (!isNeeded) return null;
  const datasetId = dataset_id ?? model.datasetId;
  // The model's own dataset may be deleted, and is then kept for it.
  const find = dataset_id === undefined ? store.datasets.getKept : store.datasets.get;
  if ((await find(model.tenantId, datasetId)) !== null) return datasetId;
  // A file may have histories alone; its job says which rows lack theirs.
  if (source_uri !== undefined && dataset_id === undefined) return null;
  throw apiError('dataset_not_found', `There is no dataset ${datasetId} in this workspace.`, {
    dataset_id: datasetId,
  });
}

function filtersOf({ filters, boosts = [] }: BatchPredictionRequest): readonly PlacedFilter[] {
  return [
    ...(filters === undefined ? [] : [{ filter: filters, path: 'filters' }]),
    ...boosts.map(({ filter }, at) => ({ filter, path: `boosts[${at}].filter` })),
  ];
}
