/** Checks the access terms of a dataset. */
import { apiError } from '../../contract/errors.ts';
import type { Dataset } from '../../platform/storage/dataset-store.ts';

/** 403 `access_denied`. */
export function assertExportable({ datasetId, access, terms }: Dataset): void {
  if (!access.export) {
    throw apiError(
      'access_denied',
      `The access terms of dataset ${datasetId} forbid its export: «${terms}» Ask whoever imported it, or use a dataset whose access.export is true.`,
      { dataset_id: datasetId, denied: 'export' },
    );
  }
}

/** 403 `access_denied`. */
export function assertTrainable({ datasetId, access, terms }: Dataset): void {
  if (!access.training) {
    throw apiError(
      'access_denied',
      `The access terms of dataset ${datasetId} forbid training on it: «${terms}» Ask whoever imported it, or use a dataset whose access.training is true.`,
      { dataset_id: datasetId, denied: 'training' },
    );
  }
}
