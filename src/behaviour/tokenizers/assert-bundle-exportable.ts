/** A bundle contains the item ids of its dataset, so the dataset's terms of export hold for it. */

import type { DatasetStore } from '../../platform/storage/dataset-store.ts';
import type { Tokenizer } from '../../platform/storage/tokenizer-store.ts';
import { assertExportable } from '../datasets/access-terms.ts';

/** Throws 403 `access_denied` where the terms forbid exports. */
export async function assertBundleExportable(
  datasets: Pick<DatasetStore, 'get'>,
  { tenantId, datasetId }: Tokenizer,
): Promise<void> {
  const dataset = datasetId === null ? null : await datasets.get(tenantId, datasetId);
  if (dataset !== null) assertExportable(dataset);
}
