/** A dataset service for tests with its own store and artifact store. Jobs run in the test process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TenantId, tenantId } from '../../../contract/brands.ts';
import { ImportDatasetRequest } from '../../../contract/dataset.ts';
import { parseImportPrefixes } from '../../../contract/import-prefixes.ts';
import type { MadeFile } from '../../../contract/job.ts';
import { newId } from '../../../contract/new-id.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import { defaultUnpackBounds } from '../../../platform/intake/sources/unpack-bounds.ts';
import { jobError } from '../../../platform/jobs/job-failure.ts';
import { tidyingStaged } from '../../../platform/jobs/staged-files.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { BucketAccess } from '../../../platform/outbound/s3/sign-s3-request.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { JobEnd } from '../../../platform/storage/job-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { StoreChange } from '../../../platform/storage/store-change.ts';
import { openNewStore } from '../../../platform/storage/testing/migrated-database.ts';
import { type AppendService, createAppendService } from '../appends/create-append-service.ts';
import { createDatasetService } from '../create-dataset-service.ts';
import type { DatasetService } from '../dataset-service.ts';
import { keepIdIndexes } from '../ids/keep-id-index.ts';
import { createIdIndexes } from '../ids/read-id-index.ts';
import { createOpenSource } from '../sources/open-source.ts';
import { createExportTask } from '../tasks/export-task.ts';
import { createImportTask } from '../tasks/import-task.ts';
import { createSnapshotTask } from '../tasks/snapshot-task.ts';

export const TENANT = tenantId('ten_a');
const LEASE_MS = 60_000;

export interface DatasetWorld {
  readonly folder: string;
  readonly scratchFolder: string;
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly service: DatasetService;
  readonly appends: AppendService;
  readonly clock: { nowMs: number };
  /** Writes a file below `imports/`. */
  putSource(name: string, content: string | Uint8Array): void;
  /** Runs all due jobs. `signal` is the signal of the jobs. */
  work(signal?: AbortSignal): Promise<void>;
  /** Imports like POST /datasets. Returns the ended job. */
  import(body: unknown, tenant?: TenantId): Promise<Job>;
  /** Exports the dataset and returns the bytes. */
  export(datasetId: string, compression?: 'none' | 'gzip', format?: 'jsonl' | 'parquet'): Promise<Buffer>;
  job(jobId: string, tenant?: TenantId): Promise<Job>;
  dispose(): Promise<void>;
}

export async function openDatasetWorld(
  given: { readonly prefixes?: string; readonly bucketAccess?: BucketAccess } = {},
): Promise<DatasetWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-datasets-'));
  const importsFolder = join(folder, 'imports');
  const scratchFolder = join(folder, 'scratch');
  mkdirSync(importsFolder);
  const store = await openNewStore(join(folder, 'counterpart.sqlite'));
  const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
  const clock = { nowMs: Date.now() };
  const sources = { importsFolder, prefixes: parseImportPrefixes(given.prefixes ?? '') };
  const common = { datasets: store.datasets, blocks: store.blocks, artifacts, clock: () => clock.nowMs };
  const service = createDatasetService({
    ...common,
    jobs: store.jobs,
    sources,
    wake: () => {},
    newId,
  });
  const openSource = createOpenSource({
    ...sources,
    scratchFolder,
    bucketAccess: given.bucketAccess ?? null,
    unpackBounds: defaultUnpackBounds,
  });
  const appends = createAppendService({
    datasets: store.datasets,
    appends: store.appends,
    jobs: store.jobs,
    ids: createIdIndexes(artifacts),
    keepIds: (dataset) => keepIdIndexes(artifacts, dataset, new AbortController().signal),
    wake: () => {},
    clock: common.clock,
    newId,
  });
  const tasks = [
    createImportTask({ ...common, openSource, scratchFolder }),
    createExportTask(common),
    createSnapshotTask({ ...common, appends: store.appends, scratchFolder }),
  ].map((task) => tidyingStaged(task, artifacts));
  const work = async (signal = new AbortController().signal) => {
    const { taken } = await store.jobs.take('worker', {
      limits: { dataset_import: 9, dataset_export: 9, dataset_snapshot: 9 },
      limit: 9,
      nowMs: clock.nowMs,
      leaseMs: LEASE_MS,
    });
    for (const job of taken) await runTask(store, tasks, job, signal, clock.nowMs);
  };
  const job = async (jobId: string, tenant = TENANT) => (await store.jobs.get(tenant, jobId))!;
  return {
    folder,
    scratchFolder,
    store,
    artifacts,
    service,
    appends,
    clock,
    putSource: (name, content) => writeFileSync(join(importsFolder, name), content),
    work,
    import: async (body, tenant = TENANT) => {
      const accepted = await service.import(tenant, ImportDatasetRequest.parse(body), null);
      if (accepted.state !== 'accepted') throw new Error('expected a new job');
      await work();
      return job(accepted.job.jobId, tenant);
    },
    export: async (datasetId, compression = 'none', format = 'jsonl') => {
      const accepted = await service.export(TENANT, datasetId, { format, compression }, null);
      if (accepted.state !== 'accepted') throw new Error('expected a new job');
      await work();
      const { result, error } = await job(accepted.job.jobId);
      if (result === null) throw new Error(error?.message ?? 'the export has not ended');
      return buffer(artifacts.read((result as unknown as MadeFile).file.key));
    },
    job,
    dispose: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runTask(
  store: Store,
  tasks: readonly Task[],
  job: Job,
  signal: AbortSignal,
  nowMs: number,
): Promise<void> {
  const task = tasks.find(({ kind }) => kind === job.kind)!;
  const finish = (end: JobEnd, changes: readonly StoreChange[]) =>
    store.jobs.finish('worker', [{ jobId: job.jobId, end, changes, nowMs }]);
  try {
    const done = await task.run({ job, signal, progress: () => {}, checkpoint: async () => {} });
    const [finished] = await finish({ status: 'succeeded', result: done.result }, done.changes ?? []);
    if (finished === 'stale') {
      await finish({ status: 'queued', runAfterMs: nowMs, afresh: false }, []);
      return;
    }
    await done.afterwards?.();
    await task.tidy?.(job);
  } catch (error) {
    if (signal.aborted && signal.reason === 'lost') return;
    if (signal.aborted && signal.reason === 'stopping') {
      await finish({ status: 'queued', runAfterMs: nowMs, afresh: false }, []);
      return;
    }
    const end = signal.aborted
      ? ({ status: 'cancelled' } as const)
      : ({ status: 'failed', error: jobError(error) } as const);
    await finish(end, task.onEnd?.(job, end) ?? []);
    await task.tidy?.(job);
  }
}
