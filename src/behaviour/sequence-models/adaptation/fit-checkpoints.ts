/** Checkpoints of the fits of a job, in the scratch folder. Their names begin with the id of the job. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export function checkpointPath(folder: string, jobId: string, fit: string): string {
  return join(folder, `${jobId}-${fit}.scratch`);
}

export async function removeCheckpointsOf(folder: string, jobId: string): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names.filter((name) => name.startsWith(`${jobId}-`)))
    await rm(join(folder, name), { force: true });
}

/** Removes checkpoints that were last written before then (epoch ms). */
export async function removeOldCheckpoints(folder: string, beforeMs: number): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names.filter((name) => name.startsWith('job_'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

/** The names in a folder; none where there is no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
