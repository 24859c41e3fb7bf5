/**
 * Deletes versions of datasets by number and age. The newest version of a name always stays. A version in use
 * stays until nothing uses it; this schedule then deletes it as DELETE /v1/datasets/{dataset_id} would.
 */
import { ApiError } from '../../../contract/errors.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { DeletionService } from './create-deletion-service.ts';

export interface VersionLimits {
  /** Newest versions of a name that stay; 0: all. */
  readonly versions: number;
  /** Days after which a version that is not the newest goes; 0: never. */
  readonly days: number;
}

export interface ExpireParts {
  readonly datasets: Pick<DatasetStore, 'versions'>;
  readonly deletions: Pick<DeletionService, 'dataset'>;
  readonly limits: VersionLimits;
  /** Epoch ms. */
  readonly clock: () => number;
}

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

export type DatasetVersion = Pick<Dataset, 'tenantId' | 'datasetId' | 'name' | 'version' | 'createdAt'>;

export function expireVersionsSchedule(parts: ExpireParts): Schedule {
  return { kind: 'expire_versions', everyMs: EVERY_MS, run: ({ signal }) => expireVersions(parts, signal) };
}

export async function expireVersions(parts: ExpireParts, signal: AbortSignal): Promise<void> {
  const { datasets, deletions, limits, clock } = parts;
  if (limits.versions === 0 && limits.days === 0) return;
  for (const { tenantId, datasetId } of expired(await datasets.versions(), limits, clock())) {
    if (signal.aborted) return;
    try {
      await deletions.dataset(tenantId, datasetId);
    } catch (error) {
      // The version is in use, or was deleted meanwhile.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

/** `versions`: ready ones, by tenant and name, the newest of each first. */
export function expired(
  versions: readonly DatasetVersion[],
  { versions: kept, days }: VersionLimits,
  nowMs: number,
): readonly DatasetVersion[] {
  let [tenant, name, newer] = ['', '', 0];
  return versions.filter((version) => {
    newer = version.tenantId === tenant && version.name === name ? newer + 1 : 0;
    [tenant, name] = [version.tenantId, version.name];
    const isOld = days > 0 && Date.parse(version.createdAt) < nowMs - days * DAY_MS;
    return newer > 0 && (isOld || (kept > 0 && newer >= kept));
  });
}
