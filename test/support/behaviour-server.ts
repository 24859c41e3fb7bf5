/**
 * Datasets and jobs over a real store, with a clock that the test holds and no worker: what HTTP, the services and the
 * store decide, before and after a restart. Keys are those of `http-fakes.ts`.
 */
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../src/artifacts/files/file-artifact-store.ts';
import { createDatasetService } from '../../src/behaviour/datasets/create-dataset-service.ts';
import { exportKind } from '../../src/behaviour/datasets/tasks/export-kind.ts';
import { importKind } from '../../src/behaviour/datasets/tasks/import-kind.ts';
import type { ServerDependencies } from '../../src/http/server-dependencies.ts';
import { createJobService } from '../../src/jobs/job-service.ts';
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts';
import type { Store } from '../../src/storage/store.ts';
import { type FakeServer, fakeServer } from '../http-fakes.ts';

export interface BehaviourServer extends FakeServer {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  close(): Promise<void>;
}

const nextId = monotonicFactory();

export async function behaviourServer(
  folder: string,
  clock: () => number,
  changes: Partial<ServerDependencies> = {},
): Promise<BehaviourServer> {
  const store = await openSqliteStore({
    file: join(folder, 'counterpart.sqlite'),
    synchronous: 'normal',
  });
  const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
  const wake = () => {};
  const server = await fakeServer({
    datasets: createDatasetService({
      datasets: store.datasets,
      jobs: store.jobs,
      artifacts,
      sources: { importsFolder: join(folder, 'imports'), prefixes: [] },
      wake,
      clock,
      newId: (prefix) => `${prefix}_${nextId(clock()).toLowerCase()}`,
    }),
    jobs: createJobService({ jobs: store.jobs, kinds: [importKind, exportKind], wake, clock }),
    artifacts,
    secrets: store.secrets,
    idempotency: store.idempotency,
    clock,
    ...changes,
  });
  const close = async () => {
    await server.app.close();
    await store.close();
  };
  return { ...server, store, artifacts, close };
}
