/**
 * Removes unreferenced files: expired exports, snapshots without a dataset, documents without a row, and unfinished files of dead
 * writers. A file is removed only if it is older than any job that could still need it.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArtifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactRoom, ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { KeptDocumentStore } from '../../../platform/storage/kept-document-store.ts';
import { derivedKeys } from '../derived-keys.ts';
import { EXPORT_LIFETIME_MS } from './export-kind.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
/** A download may start in the last minute of its token and take this long. */
const EXPORT_MARGIN_MS = 15 * MINUTE_MS;
/** Maximum time between writing a file and the transaction that references it. */
const UNNAMED_MARGIN_MS = HOUR_MS;
/** Minimum time since the last write to an unfinished file. */
const UNFINISHED_MARGIN_MS = 24 * HOUR_MS;

export interface CollectDependencies {
  readonly datasets: DatasetStore;
  readonly documents: Pick<KeptDocumentStore, 'has'>;
  readonly artifacts: ArtifactStore;
  readonly scratchFolder: string;
  /** Epoch ms. */
  readonly clock: () => number;
  /** How long exports of datasets may be downloaded, ms; default: an hour. */
  readonly lifetimeMs?: number;
}

export function artifactCollection(dependencies: CollectDependencies): Schedule {
  return {
    kind: 'collect_artifacts',
    everyMs: EVERY_MS,
    run: ({ signal }) => collectArtifacts(dependencies, signal),
  };
}

export async function collectArtifacts(
  dependencies: CollectDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { artifacts, scratchFolder, clock, lifetimeMs = EXPORT_LIFETIME_MS } = dependencies;
  const exportsBefore = clock() - lifetimeMs - EXPORT_MARGIN_MS;
  await removeOld(dependencies, 'exports', exportsBefore, signal, async () => true);
  await removeOld(dependencies, 'datasets', clock() - UNNAMED_MARGIN_MS, signal, async (key) => {
    const dataset = await datasetOf(dependencies, key);
    if (dataset === null) return true;
    if (dataset.readyAt === null || derivedKeys(dataset).includes(key)) return false;
    return !dataset.files.some((file) => file.key === key);
  });
  await removeOld(dependencies, 'documents', clock() - UNNAMED_MARGIN_MS, signal, async (key) => {
    const { tenant, resourceId } = parseArtifactKey(key);
    return !(await dependencies.documents.has(tenant, resourceId));
  });
  await artifacts.removePartials(clock() - UNFINISHED_MARGIN_MS);
  await removeOldScratch(scratchFolder, clock() - UNFINISHED_MARGIN_MS);
}

function datasetOf({ datasets }: CollectDependencies, key: string) {
  const { tenant, resourceId } = parseArtifactKey(key);
  return datasets.find(tenant, resourceId);
}

async function removeOld(
  { artifacts }: CollectDependencies,
  room: ArtifactRoom,
  beforeMs: number,
  signal: AbortSignal,
  isGarbage: (key: string) => Promise<boolean>,
): Promise<void> {
  for await (const { key, modifiedMs } of artifacts.list(room)) {
    signal.throwIfAborted();
    if (modifiedMs < beforeMs && (await isGarbage(key))) await artifacts.remove(key);
  }
}

async function removeOldScratch(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((name) => name.endsWith('.scratch'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}
