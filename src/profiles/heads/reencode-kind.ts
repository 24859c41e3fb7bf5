/** The job that makes the vectors of the encoder which takes another's place: its kind, and asking for it. */
import { newId } from '../../contract/new-id.ts';
import { SYSTEM } from '../../jobs/schedule.ts';
import type { TaskKind } from '../../jobs/task.ts';
import type { Store } from '../../storage/store.ts';

export const reencodeKind = {
  kind: 'reencode_profiles',
  concurrency: 1,
  runsIn: 'worker',
  listed: false,
} as const satisfies TaskKind;

/** One for the whole service, where there is anything to do for it. True where it waits or runs now. */
export async function askForReencoding(
  { jobs, encoders }: Pick<Store, 'jobs' | 'encoders'>,
  nowMs: number,
): Promise<boolean> {
  const { target } = await encoders.roles();
  const isNeeded =
    target !== null || (await encoders.rowsToEncode(1)).length > 0 || (await encoders.hasOldHeads());
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
