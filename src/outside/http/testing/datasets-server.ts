/**
 * Datasets and jobs over HTTP with the real services and store, a clock under the test's control, and no
 * worker. Keys are those of `http-fakes.ts`.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { monotonicFactory } from 'ulid';
import { createAppendService } from '../../../behaviour/datasets/appends/create-append-service.ts';
import { createDatasetService } from '../../../behaviour/datasets/create-dataset-service.ts';
import { keepIdIndexes } from '../../../behaviour/datasets/ids/keep-id-index.ts';
import { createIdIndexes } from '../../../behaviour/datasets/ids/read-id-index.ts';
import { exportKind } from '../../../behaviour/datasets/tasks/export-kind.ts';
import { importKind } from '../../../behaviour/datasets/tasks/import-kind.ts';
import { snapshotKind } from '../../../behaviour/datasets/tasks/snapshot-kind.ts';
import { createDeletionService } from '../../../behaviour/sequence-models/deletion/create-deletion-service.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import { createJobService } from '../../../platform/jobs/job-service.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { openNewStore } from '../../../platform/storage/testing/migrated-database.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { type FakeServer, fakeServer } from './http-fakes.ts';

/**
 * The persistent parts; opened once a file, because a store's writer thread takes a third of a second to
 * load.
 */
export interface BehaviourRooms {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  /** As new, but for the secrets. */
  empty(): void;
  close(): Promise<void>;
}

export async function openRooms(folder: string): Promise<BehaviourRooms> {
  const file = join(folder, 'counterpart.sqlite');
  const store = await openNewStore(file);
  const side = new DatabaseSync(file);
  return {
    store,
    artifacts: openFileArtifactStore(join(folder, 'artifacts')),
    empty: () => {
      for (const table of ['jobs', 'datasets', 'dataset_names', 'appended_rows', 'idempotency_keys'])
        side.exec(`delete from ${table}`);
      rmSync(join(folder, 'artifacts'), { recursive: true, force: true });
    },
    close: async () => {
      side.close();
      await store.close();
    },
  };
}

const nextId = monotonicFactory();

export async function behaviourServer(
  { store, artifacts }: BehaviourRooms,
  clock: () => number,
  changes: Partial<ServerDependencies> = {},
): Promise<FakeServer> {
  const wake = () => {};
  const newId = (prefix: string) => `${prefix}_${nextId(clock()).toLowerCase()}`;
  return fakeServer({
    datasets: createDatasetService({
      datasets: store.datasets,
      blocks: store.blocks,
      jobs: store.jobs,
      artifacts,
      sources: { importsFolder: join(tmpdir(), 'no-imports'), prefixes: [] },
      wake,
      clock,
      newId,
    }),
    deletions: createDeletionService({ deletions: store.deletions, artifacts }),
    datasetAppends: createAppendService({
      datasets: store.datasets,
      appends: store.appends,
      jobs: store.jobs,
      ids: createIdIndexes(artifacts),
      keepIds: (dataset) => keepIdIndexes(artifacts, dataset, new AbortController().signal),
      wake,
      clock,
      newId,
    }),
    jobs: createJobService({
      jobs: store.jobs,
      kinds: [importKind, exportKind, snapshotKind],
      wake,
      artifacts,
      clock,
    }),
    artifacts,
    secrets: store.secrets,
    idempotency: store.idempotency,
    clock,
    ...changes,
  });
}
