/** The wire form of a dataset: its metadata, without rows. */
import type { DatasetFields } from '../../contract/dataset.ts';
import type { Dataset, SnapshotMade } from '../../platform/storage/dataset-store.ts';

export function datasetFields(dataset: Dataset): DatasetFields {
  return {
    id: dataset.datasetId,
    name: dataset.name,
    version: `v${dataset.version}`,
    source: dataset.source,
    access: dataset.access,
    terms: dataset.terms,
    item_count: dataset.itemCount,
    event_count: dataset.eventCount,
    features: dataset.features,
    ...dataset.declaredEvents,
    erasures: { count: dataset.erasures.count, last_at: dataset.erasures.lastAt },
  };
}

/** The dataset as the import will complete it. */
export function completed(dataset: Dataset, snapshot: SnapshotMade): Dataset {
  return { ...dataset, ...snapshot };
}
