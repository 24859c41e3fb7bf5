/** The job that makes missing profile vectors: its kind, and its request. */
import { newId } from '../../../contract/new-id.ts';
import { SYSTEM } from '../../../platform/jobs/schedule.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';

export const reencodeKind = {
  kind: 'reencode_profiles',
  concurrency: 1,
  runsIn: 'worker',
  listed: false,
} as const satisfies TaskKind;

/**
 * Creates the job if vectors are missing; one for the whole service. Returns whether one waits or runs now.
 */
export async function askForReencoding(
  { jobs, encoders }: Pick<Store, 'jobs' | 'encoders'>,
  nowMs: number,
): Promise<boolean> {
  const { target } = await encoders.roles();
  const isNeeded =
    target !== null || (await encoders.rowsToEncode(1)).length > 0 || (await encoders.hasOldVectors());
  if (!isNeeded) return false;
  await jobs.create({
    jobId: newId('job'),
    tenantId: SYSTEM,
    kind: reencodeKind.kind,
    resource: null,
    userId: null,
    uniqueKey: 'all',
    input: null,
    runAfterMs: nowMs,
    keep: false,
    createdAt: new Date(nowMs).toISOString(),
  });
  return true;
}
