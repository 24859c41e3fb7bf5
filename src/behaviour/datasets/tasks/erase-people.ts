/**
 * Removes erased people from the files of datasets. Readers leave marked people out from the commit of the
 * erasure on (`storage/sql/behaviour/dataset-erasures.ts`); this schedule writes the files again without
 * them.
 *
 * A dataset that a job still reads waits: the job would miss its files. Every step can be repeated. The
 * transaction that names the new files removes the marks, so after a crash the whole is done again. Files
 * that a crash left behind are collected, because no dataset names them.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { newUlid } from '../../../contract/new-id.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Dataset, DatasetStore, SnapshotFile } from '../../../platform/storage/dataset-store.ts';
import type { DeletionStore } from '../../../platform/storage/deletion-store.ts';
import { derivedKeys } from '../derived-keys.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { rowsOfSnapshot } from '../snapshot/snapshot-rows.ts';
import { SnapshotWriter, snapshotKeys } from '../snapshot/snapshot-writer.ts';
import { keepDerived } from '../statistics/keep-derived.ts';

export interface ErasePeopleParts {
  readonly datasets: Pick<DatasetStore, 'getKept' | 'toErase' | 'finishErasure'>;
  readonly deletions: Pick<DeletionStore, 'datasetUsedBy' | 'exportsOf'>;
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Time for readers that still hold the keys of the earlier files, ms. */
  readonly readersMs?: number;
}

const READERS_MS = 1000;

export async function erasePeople(parts: ErasePeopleParts, signal: AbortSignal): Promise<void> {
  for (const { tenantId, datasetId } of await parts.datasets.toErase()) {
    if (signal.aborted) return;
    const dataset = await parts.datasets.getKept(tenantId, datasetId);
    if (dataset === null || (await parts.deletions.datasetUsedBy(tenantId, dataset)).length > 0) continue;
    await eraseFrom(parts, dataset, signal);
  }
}

async function eraseFrom(parts: ErasePeopleParts, dataset: Dataset, signal: AbortSignal): Promise<void> {
  const { datasets, deletions, artifacts, clock } = parts;
  const { tenantId, datasetId, erased: people } = dataset;
  const written = await writeWithout(artifacts, dataset, signal);
  const isChanged = rowsOf(written.files) < rowsOf(dataset.files);
  const made = isChanged ? written : null;
  // An earlier version of the service kept no index of people.
  await keepDerived(artifacts, { ...dataset, ...made, erased: [] }, signal);
  // Exports go before the marks: once the dataset has no marks, an export counts as one that does not name
  // the people.
  const exports = isChanged ? await deletions.exportsOf(tenantId, datasetId) : [];
  for (const jobId of exports) await artifacts.removeAll(tenantId, 'exports', jobId);
  await datasets.finishErasure(tenantId, datasetId, { people, made, at: new Date(clock()).toISOString() });
  if (!isChanged) return removeAll(artifacts, written.files.map(keyOf));
  await wait(parts.readersMs ?? READERS_MS);
  const unchanged = new Set(written.files.map(keyOf));
  const old = [...dataset.files.map(keyOf), ...derivedKeys(dataset)].filter((key) => !unchanged.has(key));
  await removeAll(artifacts, old);
}

/** The items are copied as well: their index and that of the events then belong together. */
async function writeWithout(artifacts: ArtifactStore, dataset: Dataset, signal: AbortSignal) {
  const { tenantId, datasetId } = dataset;
  const attempt = newUlid();
  const keys = snapshotKeys(dataset, (part) =>
    artifactKey(tenantId, 'datasets', datasetId, `${part}-${attempt}.parquet`),
  );
  const writer = await SnapshotWriter.create(artifacts, keys);
  try {
    for await (const { rows } of rowsOfSnapshot(await readSnapshot(artifacts, dataset))) {
      signal.throwIfAborted();
      for (const row of rows) writer.add(row);
      await writer.writeFullGroups();
    }
    return { files: await writer.finish(), eventCount: writer.eventCount };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

const keyOf = ({ key }: SnapshotFile) => key;

function rowsOf(files: readonly SnapshotFile[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

async function removeAll(artifacts: ArtifactStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) if ((await artifacts.stat(key)) !== null) await artifacts.remove(key);
}
