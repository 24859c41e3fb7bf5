/** The interface of datasets for the HTTP layer and the command line. */
import type { TenantId } from '../../contract/brands.ts';
import type { DatasetFields, ExportDatasetRequest, ImportDatasetRequest } from '../../contract/dataset.ts';
import type { AcceptedJob, RequestClaim } from '../../platform/jobs/accept-job.ts';

export interface DatasetService {
  /**
   * Throws 422 `duplicate_id`, `unresolved_reference` or `unsupported_format`, and 400 for a source that is
   * not allowed.
   */
  import(tenant: TenantId, request: ImportDatasetRequest, claim: RequestClaim): Promise<AcceptedJob>;
  /** Throws 404 `dataset_not_found`, 403 `access_denied`, 422 `unsupported_format`. */
  export(
    tenant: TenantId,
    datasetId: string,
    request: ExportDatasetRequest,
    claim: RequestClaim,
  ): Promise<AcceptedJob>;
  /** Throws 404 `dataset_not_found`, also for datasets of other tenants and for unfinished imports. */
  get(tenant: TenantId, datasetId: string): Promise<DatasetFields>;
  /** Newest first. `next` is the `before` of the next page, null on the last page. */
  list(
    tenant: TenantId,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly DatasetFields[]; readonly next: string | null }>;
}
