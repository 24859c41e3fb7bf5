/** The interface of sequence models for the HTTP layer and the command line. */
import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import type { TenantId } from '../../../contract/brands.ts';
import type { ModelFields, ModelListState } from '../../../contract/model.ts';
import type { AcceptedJob, RequestClaim } from '../../../platform/jobs/accept-job.ts';

export interface ModelService {
  /**
   * 404 `dataset_not_found`, `model_not_found` (the base), `tokenizer_not_found`; 403 `access_denied`; 409
   * `model_not_ready`, `tokenizer_not_ready`, `conflict` (a base with other codes); 422 `capability_missing`
   * for a base of another architecture.
   */
  adapt(tenant: TenantId, request: AdaptationRequest, claim: RequestClaim): Promise<AcceptedJob>;
  /** 404 `model_not_found`, also for a model of another tenant. */
  get(tenant: TenantId, modelId: string): Promise<ModelFields>;
  /** Newest first; `next` is the cursor of the following page, null at the end. */
  list(
    tenant: TenantId,
    page: { readonly before: string | null; readonly limit: number; readonly status: ModelListState },
  ): Promise<{ readonly data: readonly ModelFields[]; readonly next: string | null }>;
}
