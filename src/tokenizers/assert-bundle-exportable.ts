/** A bundle holds a dataset's item ids: where the dataset's terms forbid exports, they forbid the bundle. */

import { assertExportable } from '../datasets/access-terms.ts';
import type { DatasetStore } from '../storage/dataset-store.ts';
import type { Tokenizer } from '../storage/tokenizer-store.ts';

/** 403 `access_denied`. */
export async function assertBundleExportable(
  datasets: Pick<DatasetStore, 'get'>,
  { tenantId, datasetId }: Tokenizer,
): Promise<void> {
  const dataset = datasetId === null ? null : await datasets.get(tenantId, datasetId);
  if (dataset !== null) assertExportable(dataset);
}
