/** Part of the composition root: datasets for the server, the worker and the operator's commands. */
import { join } from 'node:path';
import {
  type AppendService,
  createAppendService,
} from '../behaviour/datasets/appends/create-append-service.ts';
import { createDatasetService } from '../behaviour/datasets/create-dataset-service.ts';
import type { DatasetService } from '../behaviour/datasets/dataset-service.ts';
import type { IdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import type { OpenSourceSettings } from '../behaviour/datasets/sources/open-source.ts';
import type { SourceSettings } from '../behaviour/datasets/sources/validate-source.ts';
import {
  createStatisticsService,
  type DatasetStatisticsService,
} from '../behaviour/datasets/statistics/create-statistics-service.ts';
import {
  createStatisticsClient,
  type StatisticsClient,
} from '../behaviour/datasets/statistics/statistics-client.ts';
import { artifactCollection } from '../behaviour/datasets/tasks/collect-artifacts.ts';
import { exportKind } from '../behaviour/datasets/tasks/export-kind.ts';
import { importKind } from '../behaviour/datasets/tasks/import-kind.ts';
import { snapshotKind } from '../behaviour/datasets/tasks/snapshot-kind.ts';
import { createDeletionService } from '../behaviour/sequence-models/deletion/create-deletion-service.ts';
import { expireVersionsSchedule } from '../behaviour/sequence-models/deletion/expire-versions.ts';
import { MIB } from '../contract/common.ts';
import { newId } from '../contract/new-id.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Store } from '../platform/storage/store.ts';
import { artifactLocation, bucketAccess, scratchFolder } from './open-artifacts.ts';

const HOUR_MS = 3_600_000;
const ERASE_EVERY_MS = 30_000;

interface DatasetRooms {
  readonly settings: Settings;
  readonly store: Pick<Store, 'datasets' | 'appends' | 'deletions' | 'jobs' | 'keptDocuments' | 'blocks'>;
  readonly artifacts: ArtifactStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openDatasetService(
  { settings, store, artifacts, clock }: DatasetRooms,
  wake: () => void,
): DatasetService {
  return createDatasetService({
    datasets: store.datasets,
    blocks: store.blocks,
    jobs: store.jobs,
    artifacts,
    sources: sourceSettings(settings),
    wake,
    clock,
    newId,
  });
}

/** Datasets that were imported before there were statistics are measured in a thread, on demand. */
export function openDatasetStatistics({
  settings,
  store,
  artifacts,
}: Pick<DatasetRooms, 'settings' | 'store' | 'artifacts'>): {
  readonly service: DatasetStatisticsService;
  /** Indexes the ids of a dataset in the same thread. */
  readonly keepIds: StatisticsClient['keepIds'];
  close(): Promise<void>;
} {
  const { keep, keepIds, close } = createStatisticsClient(artifactLocation(settings));
  return { service: createStatisticsService({ datasets: store.datasets, artifacts, keep }), keepIds, close };
}

export function openDatasetAppends(
  { store, clock }: Pick<DatasetRooms, 'store' | 'clock'>,
  ids: IdIndexes,
  keepIds: StatisticsClient['keepIds'],
  wake: () => void,
): AppendService {
  const { datasets, appends, jobs } = store;
  return createAppendService({
    datasets,
    appends,
    jobs,
    ids,
    keepIds,
    wake,
    clock,
    newId,
  });
}

/** The code for columnar files is loaded with the first job. */
export function datasetTasks({ settings, store, artifacts, clock }: DatasetRooms): readonly Task[] {
  const common = { datasets: store.datasets, blocks: store.blocks, artifacts, clock };
  return [
    {
      ...importKind,
      run: async (context) => {
        const [{ createImportTask }, { createOpenSource }] = await Promise.all([
          import('../behaviour/datasets/tasks/import-task.ts'),
          import('../behaviour/datasets/sources/open-source.ts'),
        ]);
        const openSource = createOpenSource(openSourceSettings(settings));
        return createImportTask({ ...common, openSource, scratchFolder: scratchFolder(settings) }).run(
          context,
        );
      },
    },
    {
      ...snapshotKind,
      run: async (context) => {
        const { createSnapshotTask } = await import('../behaviour/datasets/tasks/snapshot-task.ts');
        const parts = { ...common, appends: store.appends, scratchFolder: scratchFolder(settings) };
        return createSnapshotTask(parts).run(context);
      },
    },
    {
      ...exportKind,
      run: async (context) => {
        const { createExportTask } = await import('../behaviour/datasets/tasks/export-task.ts');
        return createExportTask({ ...common, lifetimeMs: settings.exportHours * HOUR_MS }).run(context);
      },
    },
  ];
}

export function datasetSchedules({ settings, store, artifacts, clock }: DatasetRooms): readonly Schedule[] {
  return [
    artifactCollection({
      datasets: store.datasets,
      documents: store.keptDocuments,
      artifacts,
      scratchFolder: scratchFolder(settings),
      clock,
      lifetimeMs: settings.exportHours * HOUR_MS,
    }),
    expireVersionsSchedule({
      datasets: store.datasets,
      deletions: createDeletionService({ deletions: store.deletions, artifacts }),
      limits: { versions: settings.datasetVersions, days: settings.datasetVersionDays },
      clock,
    }),
    {
      kind: 'erase_people',
      everyMs: ERASE_EVERY_MS,
      run: async (context) => {
        const { erasePeople } = await import('../behaviour/datasets/tasks/erase-people.ts');
        const { datasets, deletions } = store;
        await erasePeople({ datasets, deletions, artifacts, clock }, context.signal);
      },
    },
  ];
}

export function sourceSettings({ data, importSources }: Settings): SourceSettings {
  return { importsFolder: join(data, 'imports'), prefixes: importSources ?? [] };
}

export function openSourceSettings(settings: Settings): OpenSourceSettings {
  return {
    ...sourceSettings(settings),
    unpackBounds: { most: settings.unpackedMib * MIB },
    scratchFolder: scratchFolder(settings),
    bucketAccess: bucketAccess(settings),
  };
}
