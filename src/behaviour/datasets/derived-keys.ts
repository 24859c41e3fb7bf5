/** Files that are made of the files of a dataset, and may be made again. */
import { idIndexKey } from './ids/id-index-file.ts';
import type { SnapshotOfDataset } from './snapshot/read-snapshot.ts';
import { statisticsKey } from './statistics/read-statistics.ts';

export function derivedKeys(dataset: SnapshotOfDataset): readonly string[] {
  const indexes = (['items', 'events', 'people'] as const).map((part) => idIndexKey(dataset, part));
  return [statisticsKey(dataset), ...indexes];
}
