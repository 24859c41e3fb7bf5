/** Waits for a job that a worker does, and writes the file that it made. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MadeFile } from '../../../contract/job.ts';
import type { Job } from '../../../platform/storage/job.ts';
import { awaitEnd } from '../await-end.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';

export function printQueued({ jobId }: Job, { json }: Pick<DataOptions, 'json'>): void {
  if (json) printJson({ job_id: jobId, status: 'queued' });
  else
    printLines(`The job ${jobId} waits for a worker. «counterpart jobs show ${jobId}» shows its progress.`);
}

/** The job at its end. Its progress goes to standard error. Throws where it did not succeed. */
export async function succeeded({ store }: StoreAndAccounts, { tenantId, jobId }: Job): Promise<Job> {
  const ended = await awaitJob({ store }, { tenantId, jobId }, progressOf);
  if (ended === null) throw new Error(`The job ${jobId} is gone.`);
  if (ended.status === 'succeeded') return ended;
  throw new Error(`The job ${jobId} ${ended.status}: ${ended.error?.message}`);
}

const progressOf = ({ progress, status }: Job) => `${Math.floor(100 * progress)} %, ${status}`;

/** The job at its end; null: it is gone. `lineOf`: its progress, for standard error. */
export function awaitJob(
  { store }: Pick<StoreAndAccounts, 'store'>,
  { tenantId, jobId }: Pick<Job, 'tenantId' | 'jobId'>,
  lineOf: (job: Job) => string,
): Promise<Job | null> {
  return awaitEnd({
    read: () => store.jobs.get(tenantId, jobId),
    isEnded: (job) => job === null || job.finishedAt !== null,
    isQueued: (job) => job?.status === 'queued',
    lineOf: (job) => lineOf(job!),
  });
}

/** The file of the job's result at `output`. It appears complete or not at all. */
export async function writeMadeFile(
  { openFiles }: CliActions,
  job: Job,
  { data, output }: { readonly data: string; readonly output: string },
): Promise<MadeFile['file']> {
  const { file } = job.result as unknown as MadeFile;
  const partial = `${output}.partial`;
  try {
    const bytes = openFiles(data).artifacts.read(file.key);
    await pipeline(Readable.from(bytes), createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, output);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return file;
}
