/** The files of a dataset are missing or changed. Only the operator can restore them. */
import type { Dataset } from '../../storage/dataset-store.ts';

export class DamagedSnapshotError extends Error {
  constructor({ datasetId, tenantId }: Dataset, what: string) {
    super(
      `the snapshot of dataset ${datasetId} of ${tenantId} is damaged: ${what}; restore the folder «artifacts» from a backup, or import the data again`,
    );
    this.name = 'DamagedSnapshotError';
  }
}
