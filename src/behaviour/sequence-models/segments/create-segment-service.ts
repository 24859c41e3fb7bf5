/** Segments of people for callers. A request is validated at once; a job does the work. */
import type { TenantId } from '../../../contract/brands.ts';
import type { SegmentsRequest } from '../../../contract/model-segments.ts';
import type { AcceptedJob, RequestClaim } from '../../../platform/jobs/accept-job.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { type StartBatchParts, startBatch } from '../../batches/start-batch.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import { modelFor } from '../serving/inference-service.ts';
import { segmentsKind } from './segments-kind.ts';

export interface SegmentService {
  /** 404 `model_not_found`, `dataset_not_found`; 409 `model_not_ready`, `erased`; 422 `capability_missing`. */
  start(
    tenant: TenantId,
    modelId: string,
    request: SegmentsRequest,
    claim: RequestClaim,
  ): Promise<AcceptedJob>;
}

export interface SegmentServiceParts extends StartBatchParts {
  readonly store: Pick<Store, 'models' | 'datasets' | 'jobs'>;
}

export function createSegmentService(parts: SegmentServiceParts): SegmentService {
  const { models, datasets } = parts.store;
  return {
    async start(tenant, modelId, request, claim) {
      const model = await modelFor(models, tenant, modelId, 'embed');
      const { datasetId } = await findDataset({ get: datasets.getKept }, tenant, model.datasetId);
      const resource = { type: 'model', id: model.modelId };
      const batch = { kind: segmentsKind.kind, resource, request, input: { datasetId } };
      return startBatch(parts, tenant, batch, claim);
    },
  };
}
