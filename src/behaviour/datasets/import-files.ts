/** Imports files of the operator, of any size, without a job. Several files make one dataset. */
import { stat } from 'node:fs/promises';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { Dataset, DatasetStore, NewDataset } from '../../platform/storage/dataset-store.ts';
import { takeDeclaration } from './features/take-declaration.ts';
import { makeSnapshot, type SnapshotProgress, type SnapshotTools } from './make-snapshot.ts';
import type { DatasetForm } from './rows/row-reader.ts';
import { snapshotKeys } from './snapshot/snapshot-writer.ts';
import { type LocalFile, localSource } from './sources/local-source.ts';
import { keepDerived } from './statistics/keep-derived.ts';

export interface ImportFilesTools extends SnapshotTools {
  readonly datasets: DatasetStore;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** Throws like `makeSnapshot`. Removes its files if it fails. */
export async function importFiles(
  tools: ImportFilesTools,
  given: NewDataset,
  files: readonly LocalFile[],
  signal: AbortSignal,
  progress: (progress: SnapshotProgress) => void,
  form: Partial<Omit<DatasetForm, 'features'>> = {},
): Promise<Dataset> {
  const { tenantId, datasetId } = given;
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  const opened = localSource(
    files,
    sizes.reduce((sum, size) => sum + size, 0),
    { timestamps: 'iso', ...form, features: given.features },
  );
  const { declared, source } = await takeDeclaration(opened, given);
  const dataset = { ...given, ...declared };
  const keys = snapshotKeys(dataset, (part) =>
    artifactKey(tenantId, 'datasets', datasetId, `${part}.parquet`),
  );
  const made = await makeSnapshot(tools, tenantId, source, keys, signal, progress);
  try {
    await keepDerived(tools.artifacts, { ...dataset, ...made, erased: [] }, signal);
  } catch (error) {
    await tools.artifacts.removeAll(tenantId, 'datasets', datasetId);
    throw error;
  }
  return tools.datasets.add(dataset, { ...made, readyAt: new Date(tools.clock()).toISOString() });
}
