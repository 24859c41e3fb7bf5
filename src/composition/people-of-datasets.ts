/** Part of the composition root: the people that the ready datasets of a tenant name. */

import { DamagedSnapshotError, readSnapshot } from '../behaviour/datasets/snapshot/read-snapshot.ts';
import { personIdsOf } from '../behaviour/datasets/snapshot/snapshot-rows.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { PeopleOfDatasets } from '../platform/backup/find-erased.ts';
import type { Dataset } from '../platform/storage/dataset-store.ts';

const DATASETS_A_PAGE = 100;

/** Reports a damaged dataset, whose people are not found. */
export function peopleOfDatasets(
  artifacts: ArtifactStore,
  onProgress: (line: string) => void,
): PeopleOfDatasets {
  return async function* (store, tenant) {
    for (let before: string | null = null; ; ) {
      const query = { before, limit: DATASETS_A_PAGE };
      const page: readonly Dataset[] = await store.datasets.listKept(tenant, query);
      for (const dataset of page)
        try {
          yield* personIdsOf(await readSnapshot(artifacts, dataset));
        } catch (error) {
          if (!(error instanceof DamagedSnapshotError)) throw error;
          onProgress(`erasures cannot be looked up in a dataset: ${error.message}`);
        }
      if (page.length < DATASETS_A_PAGE) return;
      before = page.at(-1)!.datasetId;
    }
  };
}
