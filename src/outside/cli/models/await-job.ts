/** Waits for a job that a worker does, and writes the file that it made. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { MadeFile } from '../../../contract/job.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';

const LOOK_EVERY_MS = 500;
/** A worker normally takes a job sooner than this. */
const NO_WORKER_AFTER_MS = 15_000;

export function printQueued({ jobId }: Job, { json }: Pick<DataOptions, 'json'>): void {
  if (json) printJson({ job_id: jobId, status: 'queued' });
  else
    printLines(`The job ${jobId} waits for a worker. «counterpart jobs show ${jobId}» shows its progress.`);
}

/** The job at its end. Its progress goes to standard error. Throws where it did not succeed. */
export async function succeeded({ store }: StoreAndAccounts, { tenantId, jobId }: Job): Promise<Job> {
  let printed = '';
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const job = await store.jobs.get(tenantId, jobId);
    if (job === null) throw new Error(`The job ${jobId} is gone.`);
    if (job.status === 'succeeded') return job;
    if (job.finishedAt !== null) throw new Error(`The job ${jobId} ${job.status}: ${job.error?.message}`);
    const line = `${Math.floor(100 * job.progress)} %, ${job.status}`;
    if (line !== printed) process.stderr.write(`${line}\n`);
    printed = line;
    if (job.status === 'queued' && waitedMs === NO_WORKER_AFTER_MS)
      process.stderr.write(
        'No worker has started it yet: is a server running on this data folder, or «counterpart work»?\n',
      );
    await wait(LOOK_EVERY_MS);
  }
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
