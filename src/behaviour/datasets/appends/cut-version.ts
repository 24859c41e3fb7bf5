/** Makes the job that cuts the next version of a dataset, with the rows that were appended. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../../../platform/jobs/accept-job.ts';
import { resourceJob } from '../../../platform/jobs/resource-job.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { JobStore } from '../../../platform/storage/job-store.ts';
import { snapshotKind } from '../tasks/snapshot-kind.ts';
import { type AppendParts, newestVersion } from './append-rows.ts';

export interface CutParts extends Pick<AppendParts, 'datasets' | 'appends'> {
  readonly jobs: JobStore;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'ds' | 'job') => string;
}

/** Throws 404 `dataset_not_found`, and 409 `conflict` if nothing waits. */
export async function cutVersion(
  { datasets, appends, jobs, wake, newId, clock }: CutParts,
  tenantId: TenantId,
  asked: string,
  claim: RequestClaim,
): Promise<AcceptedJob> {
  const base = await newestVersion(datasets, tenantId, asked);
  const pending = await appends.pending(tenantId, base.name);
  const hasNews =
    pending.items + pending.events > 0 || (await appends.hasMergesSince(tenantId, base.name, base.createdAt));
  if (!hasNews) throw nothingWaits(base);
  const nowMs = clock();
  const createdAt = new Date(nowMs).toISOString();
  const { name, source, access, terms, features, declaredEvents } = base;
  const datasetId = newId('ds');
  const next = { tenantId, datasetId, name, source, access, terms, features, declaredEvents, createdAt };
  const resource = { type: 'dataset', id: datasetId } as const;
  const { kind } = snapshotKind;
  const job = resourceJob({ jobId: newId('job'), tenantId, kind, resource, input: {}, createdAt }, nowMs);
  return acceptJob({ jobs, wake }, job, claim, [{ name: 'createDataset', args: [next] }]);
}

function nothingWaits({ datasetId, version }: Dataset) {
  return apiError(
    'conflict',
    `Nothing was appended since v${version} (${datasetId}), so there is no next version to cut. Append rows with POST /v1/datasets/${datasetId}/events or /items first.`,
    { dataset_id: datasetId, pending_items: 0, pending_events: 0 },
  );
}
