/** Datasets, as the HTTP layer and the command line see them. */
import type { TenantId } from '../contract/brands.ts';
import type { DatasetFields, ExportDatasetRequest, ImportDatasetRequest } from '../contract/dataset.ts';
import type { AcceptedJob, RequestClaim } from '../jobs/accept-job.ts';

export interface DatasetService {
  /** 422 `duplicate_id`, `unresolved_reference`, `unsupported_format`; 400 for a source that is not allowed. */
  import(tenant: TenantId, request: ImportDatasetRequest, claim: RequestClaim): Promise<AcceptedJob>;
  /** 404 `dataset_not_found`, 403 `access_denied`, 422 `unsupported_format`. */
  export(
    tenant: TenantId,
    datasetId: string,
    request: ExportDatasetRequest,
    claim: RequestClaim,
  ): Promise<AcceptedJob>;
  /** 404 `dataset_not_found`, also for another tenant's and for one that is still imported. */
  get(tenant: TenantId, datasetId: string): Promise<DatasetFields>;
  /** Newest first; `next` is the id to go on before, null at the end. */
  list(
    tenant: TenantId,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly DatasetFields[]; readonly next: string | null }>;
}
