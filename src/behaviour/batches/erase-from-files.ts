/**
 * Files of jobs that were made before an erasure, or while it was made. The erasure marks the person in every
 * file that may name the person (`storage/file-erasure-store.ts`). From its commit on a marked file is sent
 * only after it was read:
 *
 * - a batch is read for the ids of the marked people, once an erasure; the marks then go, or the download is
 *   refused;
 * - an export of a dataset is refused, because the index of the people of the dataset has already been asked.
 *
 * `eraseFromFiles` removes the files that name an erased person, and the marks of the files that do not.
 */

import type { MadeFile } from '../../contract/job.ts';
import { parseArtifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import { isUnderWay } from '../../platform/jobs/staged-files.ts';
import type { DatasetStore } from '../../platform/storage/dataset-store.ts';
import type { FileErasureStore, MarkedFile } from '../../platform/storage/file-erasure-store.ts';
import type { Job } from '../../platform/storage/job.ts';
import type { JobStore } from '../../platform/storage/job-store.ts';

export interface ErasedFilesParts {
  readonly files: FileErasureStore;
  readonly jobs: Pick<JobStore, 'get'>;
  readonly datasets: Pick<DatasetStore, 'find'>;
  readonly artifacts: ArtifactStore;
  /** By the kind of a batch: the columns of its Parquet form that have ids of people. */
  readonly peopleColumns: Readonly<Record<string, readonly string[]>>;
}

type File = Pick<MadeFile['file'], 'key' | 'content_type'>;

/** Whether the file holds nothing of a person who was erased since its job began. */
export type MayBeSent = (file: File) => Promise<boolean>;

export function createMayBeSent(parts: ErasedFilesParts): MayBeSent {
  return async (file) => {
    const { tenant, room, resourceId: jobId } = parseArtifactKey(file.key);
    if (room !== 'exports') return true;
    const erased = await parts.files.erased(tenant, jobId);
    if (erased.length === 0) return true;
    const job = await parts.jobs.get(tenant, jobId);
    if (job === null || (await names(parts, job, file, erased)) !== false) return false;
    await parts.files.settle(tenant, jobId, erased);
    return true;
  };
}

export async function eraseFromFiles(parts: ErasedFilesParts, signal: AbortSignal): Promise<void> {
  for (const marked of await parts.files.list()) {
    signal.throwIfAborted();
    await eraseFromFile(parts, marked);
  }
}

async function eraseFromFile(parts: ErasedFilesParts, marked: MarkedFile): Promise<void> {
  const { tenantId, jobId, erased, job } = marked;
  const { files, artifacts } = parts;
  if (isUnderWay(job)) return;
  const file = job?.status === 'succeeded' ? (job.result as unknown as MadeFile).file : null;
  const isThere = file !== null && (await artifacts.stat(file.key)) !== null;
  const found =
    isThere &&
    (await (isExport(job!) ? datasetNames(parts, job!, erased) : names(parts, job!, file, erased)));
  if (found === 'unknown') return;
  if (isThere && !found) return files.settle(tenantId, jobId, erased);
  await artifacts.removeAll(tenantId, 'exports', jobId);
  await files.forget(tenantId, jobId);
}

const isExport = ({ kind }: Job) => kind === 'dataset_export';

async function names(
  { artifacts, peopleColumns }: ErasedFilesParts,
  job: Job,
  file: File,
  erased: readonly string[],
): Promise<boolean | 'unknown'> {
  const columns = peopleColumns[job.kind];
  if (columns === undefined) return 'unknown';
  // The server loads the reader of Parquet with the first file that it has to read.
  const { resultNames } = await import('./result-names.ts');
  return resultNames(artifacts, file, columns, erased);
}

/**
 * The rewriting of the dataset (`erase-people.ts`) removes the exports that name the people. It has not been
 * there while the dataset has marks of its own.
 */
async function datasetNames(
  { datasets }: ErasedFilesParts,
  { tenantId, resource }: Job,
  erased: readonly string[],
): Promise<boolean | 'unknown'> {
  const dataset = await datasets.find(tenantId, resource!.id);
  if (dataset === null) return true;
  return dataset.erased.some((person) => erased.includes(person)) ? 'unknown' : false;
}
